/** What each mail says, as data: texts come from `contract/locales`, the layout from `mail-layout.ts`. */
import type { Locale } from '#contract/entities/profile.ts';
import { fillText, readableLocale, textsOf } from '#server/app/texts.ts';
import { renderHtml, renderText, type MailContent } from './mail-layout.ts';

interface Request {
  transactionId: string;
  title: string;
  senderName: string;
  messageTitle?: string | null;
  message?: string | null;
  link: string;
}

/** Something about sharing: who did it, to what, and in which words. */
interface Sharing {
  title: string;
  actorName: string;
  message?: string | null;
  link: string;
}

export interface MailData {
  invitation: Request;
  reminder: Request;
  completed: { transactionId: string; title: string; link: string };
  declined: { title: string; recipientName: string; reason: string; link: string };
  canceled: { title: string; senderName: string };
  expired: { title: string; link: string };
  request_expired: { title: string; senderName: string };
  identity_pending: { title: string; recipientName: string; link: string };
  identity_approved: { title: string; senderName: string; link: string };
  identity_rejected: { title: string; senderName: string; reason: string; link: string };
  one_time_code: { code: string };
  certificate_code: { code: string };
  email_verification: { email: string; link: string };
  organization_invite: { organizationName: string; inviterName: string; link: string };
  resource_shared: Sharing;
  owner_changed: Sharing;
  access_requested: Sharing;
  access_request_accepted: Sharing;
  access_request_rejected: Sharing;
}
export type MailTemplate = keyof MailData;
export type MailLocale = Locale;

const texts = textsOf('mail');
type Texts = typeof texts.en;

export interface RenderedMail {
  locale: MailLocale;
  subject: string;
  text: string;
  html: string;
}

/** What the texts of every mail may have. */
interface Section {
  heading: string;
  body: string;
  button?: string;
  note?: string;
}

/** Words of somebody else, by the names they have in the data of each mail. */
interface Words {
  messageTitle?: string | null;
  message?: string | null;
  reason?: string | null;
  code?: string;
  link?: string;
}

/** Links that let in whoever has them. */
const isPersonal = (link: string): boolean => ['code', 'ticket'].some((name) => new URL(link).searchParams.has(name));

function contentOf(section: Section, { layout }: Texts, data: object): MailContent {
  const { messageTitle = null, message, reason, code, link } = data as Words;
  const notes = [section.note, link !== undefined && isPersonal(link) ? layout.personalLink : undefined];
  return {
    heading: fillText(section.heading, data),
    paragraphs: [fillText(section.body, data)],
    quote: { title: messageTitle, text: message ?? reason ?? null },
    ...(code !== undefined && { code }),
    ...(section.button !== undefined && link !== undefined && { button: { label: section.button, link, hint: layout.linkHint } }),
    notes: notes.filter((note) => note !== undefined),
    footer: layout.footer,
  };
}

export function renderMail<Template extends MailTemplate>(
  template: Template, locale: string | null | undefined, data: MailData[Template], offered?: readonly MailLocale[],
): RenderedMail {
  const chosen = readableLocale(locale, offered);
  const own = texts[chosen] ?? texts.en;
  const content = contentOf(own[template], own, data);
  return {
    locale: chosen,
    subject: oneLine((data as Words).messageTitle ?? '') || subjectOf(own, template, data),
    text: renderText(content),
    html: renderHtml(content, chosen),
  };
}

/** A line break in a title must not become a header of its own. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const subjectOf = (own: Texts, template: MailTemplate, data: object): string => oneLine(fillText(own[template].subject, data));

/** The same in one line, for a telephone: what a mail would be called, and where it leads. */
export function renderShort<Template extends MailTemplate>(
  template: Template, locale: string | null | undefined, data: MailData[Template], offered?: readonly MailLocale[],
): { locale: MailLocale; body: string } {
  const chosen = readableLocale(locale, offered);
  const subject = subjectOf(texts[chosen] ?? texts.en, template, data);
  const { link } = data as Words;
  return { locale: chosen, body: link === undefined ? subject : `${subject}: ${link}` };
}
