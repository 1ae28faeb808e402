/** Content of each mail as data: texts come from `contract/locales`, the layout from `mail-layout.ts`. */
import type { Locale } from '#contract/languages.ts';
import { fillText, readableLocale, textsOf } from '#server/platform/texts.ts';
import { renderHtml, renderText, type Brand, type MailContent } from './mail-layout.ts';

interface Request {
  transactionId: string;
  title: string;
  senderName: string;
  /** Shown next to the name, if the sender has one. */
  senderEmail?: string | null;
  messageTitle?: string | null;
  message?: string | null;
  /** The deadline for signing. */
  expiresAt?: Date | null;
  link: string;
}

/** A notice about sharing: the actor, the resource, the message. */
interface Sharing {
  title: string;
  actorName: string;
  message?: string | null;
  link: string;
}

interface AccountNotice {
  account: string;
  name: string;
  link: string;
}

type PassedOnRequest = Omit<Request, 'messageTitle' | 'message'> & { fromName: string; reason: string };

/** To the sender: a recipient who doesn't sign has done what they were asked for. */
interface Done {
  title: string;
  recipientName: string;
  link: string;
}

export interface MailData {
  invitation: Request;
  reminder: Request;
  /** To the new recipient: the request was reassigned to them. */
  passed_on: PassedOnRequest;
  /** The same to approvers and viewers. */
  approval_invitation: Request;
  approval_reminder: Request;
  approval_passed_on: PassedOnRequest;
  viewing_invitation: Request;
  viewing_reminder: Request;
  viewing_passed_on: PassedOnRequest;
  approved: Done;
  viewed: Done;
  /** To the sender: a recipient has reassigned the request. */
  reassigned: { title: string; fromName: string; toName: string; toAddress: string; reason: string; link: string };
  /** To the sender: one of several recipients has signed. */
  signed: { title: string; recipientName: string; signed: string; total: string; link: string };
  /** `files`: names of the attachments. */
  completed: { transactionId: string; title: string; files?: readonly string[]; link: string };
  declined: { title: string; recipientName: string; reason: string; link: string };
  canceled: { title: string; senderName: string };
  expired: { title: string; link: string };
  request_expired: { title: string; senderName: string };
  request_declined: { title: string; senderName: string };
  /** To the sender: a recipient has no tries left for their access code. */
  access_code_locked: { title: string; recipientName: string; link: string };
  /** To the owner of a template: somebody began a request by its direct link. */
  direct_link_used: { title: string; recipientName: string; recipientAddress: string; link: string };
  /** To those who may approve that it is sent. */
  send_approval_requested: { title: string; senderName: string; organizationName: string; link: string };
  /** To whoever asked for approval. */
  send_approval_given: { title: string; approverName: string; link: string };
  send_approval_returned: { title: string; approverName: string; reason: string; link: string };
  /** The organization demands no approval any more. */
  send_approval_voided: { title: string; link: string };
  identity_pending: { title: string; recipientName: string; link: string };
  identity_approved: { title: string; senderName: string; link: string };
  identity_rejected: { title: string; senderName: string; reason: string; link: string };
  one_time_code: { code: string };
  certificate_code: { code: string };
  link_code: { code: string };
  /** Entered on a host's device by the person who signs there. */
  presence_code: { code: string; title: string; hostName: string };
  /** To a person who is to sign on a host's device: they were named as a signer. */
  named_in_person: { title: string; senderName: string; senderEmail: string | null; hostName: string };
  /** `account`: the account that asks for the verification. */
  email_verification: { email: string; account: string; link: string };
  /**
   * Sent to the previous address, each with a link that reverts the change. `name`: the new address, passkey or
   * application.
   */
  email_changed: AccountNotice;
  password_changed: AccountNotice;
  passkey_added: AccountNotice;
  application_added: AccountNotice;
  second_factor_added: AccountNotice;
  second_factor_removed: AccountNotice;
  account_deleted: { account: string };
  organization_invite: { organizationName: string; inviterName: string; link: string };
  /** To a member without the second factor that the organization now requires. */
  second_factor_required: { organizationName: string; actorName: string; link: string };
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

interface RenderedMail {
  /** The name that the mail bears as its sender, in the mail's language; null: the installation's. */
  senderName: string | null;
  locale: MailLocale;
  subject: string;
  text: string;
  html: string;
}

/** Texts that a mail may have. */
interface Section {
  heading: string;
  body: string;
  button?: string;
  note?: string;
}

/** Optional data of mails, by field name. */
interface Details {
  messageTitle?: string | null;
  message?: string | null;
  reason?: string | null;
  code?: string;
  link?: string;
  senderName?: string;
  senderEmail?: string | null;
  expiresAt?: Date | null;
  files?: readonly string[];
}

/** Mails about the account have a footer of their own: a recipient who didn't expect one must not ignore it. */
const aboutAccounts: ReadonlySet<MailTemplate> = new Set(['email_changed', 'password_changed', 'passkey_added', 'application_added', 'second_factor_added', 'second_factor_removed', 'account_deleted']);

/** Mails that begin with the words of an organization. */
const invitations: ReadonlySet<MailTemplate> = new Set(['invitation', 'approval_invitation', 'viewing_invitation']);
const withIntro: ReadonlySet<MailTemplate> = new Set([...invitations, 'reminder', 'approval_reminder', 'viewing_reminder']);

/** Mails that ask for a signature. The deadline of others is not one for signing. */
const askToSign: ReadonlySet<MailTemplate> = new Set(['invitation', 'reminder', 'passed_on']);

/** Links that grant access to whoever has them: with `code` on any number of devices, with `ticket` once. */
const hasParameter = (link: string, name: string): boolean => new URL(link).searchParams.has(name);

function linkNotes(link: string | undefined, template: MailTemplate, { layout }: Texts): string[] {
  if (link === undefined) return [];
  if (!hasParameter(link, 'code')) return hasParameter(link, 'ticket') ? [layout.personalLink] : [];
  return template === 'completed' ? [layout.completedLink, layout.lastingLink] : [layout.lastingLink];
}

/** Formatted in UTC with the zone's name, since the reader's time zone is unknown. */
const deadline = (time: Date, locale: MailLocale): string => new Intl.DateTimeFormat(locale, {
  day: 'numeric', month: 'long', year: 'numeric', hour: 'numeric', minute: '2-digit', timeZone: 'UTC', timeZoneName: 'short',
}).format(time);

function contentOf(template: MailTemplate, locale: MailLocale, own: Texts, data: object, brand: Brand | null): MailContent {
  const { layout } = own;
  const section: Section = own[template];
  const { message, reason, code, link, senderName, senderEmail, expiresAt, files } = data as Details;
  const sender = senderEmail && senderEmail !== senderName ? `${senderName} (${senderEmail})` : undefined;
  return {
    heading: fillText(section.heading, data),
    paragraphs: [
      ...(brand && withIntro.has(template) ? [brand.texts[locale]?.intro ?? ''].filter((intro) => intro !== '') : []),
      fillText(section.body, data),
      ...(expiresAt ? [fillText(askToSign.has(template) ? layout.signBy : layout.deadline, { date: deadline(expiresAt, locale) })] : []),
      ...(files?.length ? [fillText(layout.attached, { files: files.join(', ') })] : []),
    ],
    // `messageTitle` isn't repeated: it is the subject already.
    quote: message ?? reason ?? null,
    ...(code !== undefined && { code }),
    ...(section.button !== undefined && link !== undefined && {
      button: { label: section.button, labelInText: fillText(layout.buttonInText, { label: section.button }), link, hint: layout.linkHint },
    }),
    notes: [...(sender === undefined ? [] : [fillText(layout.sender, { sender })]), ...(section.note === undefined ? [] : [fillText(section.note, data)]), ...linkNotes(link, template, own)],
    footer: aboutAccounts.has(template) ? layout.accountFooter : layout.footer,
    ...(brand && { brand }),
  };
}

export function renderMail<Template extends MailTemplate>(
  template: Template, locale: string | null | undefined, data: MailData[Template], offered?: readonly MailLocale[], brand: Brand | null = null,
): RenderedMail {
  const chosen = readableLocale(locale, offered);
  const own = texts[chosen];
  const content = contentOf(template, chosen, own, data, brand);
  const brandSubject = invitations.has(template) ? brand?.texts[chosen]?.subject : undefined;
  return {
    locale: chosen,
    senderName: brand && oneLine(senderNameOf(own, data as Details, brand)),
    subject: oneLine((data as Details).messageTitle ?? '') || oneLine(brandSubject ?? '') || subjectOf(own, template, data),
    text: renderText(content),
    html: renderHtml(content, chosen),
  };
}

/** "Ada Byron via Works"; the name alone where no person is named. */
const senderNameOf = ({ layout }: Texts, { senderName }: Details, { name }: Brand): string => (senderName ? fillText(layout.via, { sender: senderName, organization: name }) : name);

/** Prevents header injection by line breaks; no-break spaces stay. */
const oneLine = (text: string): string => text.replaceAll(/[^\S\u00a0]+/g, ' ').trim();

const subjectOf = (own: Texts, template: MailTemplate, data: object): string => oneLine(fillText(own[template].subject, data));

/** A mail as a single line for a text message: its subject and its link. */
export function renderShort<Template extends MailTemplate>(
  template: Template, locale: string | null | undefined, data: MailData[Template], offered?: readonly MailLocale[],
): { locale: MailLocale; body: string } {
  const chosen = readableLocale(locale, offered);
  const subject = subjectOf(texts[chosen], template, data);
  const { link } = data as Details;
  return { locale: chosen, body: link === undefined ? subject : `${fillText(texts[chosen].layout.buttonInText, { label: subject })} ${link}` };
}
