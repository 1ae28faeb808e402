/** What each mail says, as data: texts come from `contract/locales`, the layout from `mail-layout.ts`. */
import de from '#contract/locales/de/mail.json' with { type: 'json' };
import en from '#contract/locales/en/mail.json' with { type: 'json' };
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
  one_time_code: { code: string };
  email_verification: { email: string; link: string };
  organization_invite: { organizationName: string; inviterName: string; link: string };
  resource_shared: Sharing;
  owner_changed: Sharing;
  access_requested: Sharing;
  access_request_accepted: Sharing;
  access_request_rejected: Sharing;
}
export type MailTemplate = keyof MailData;

const texts = { en, de } as const satisfies Record<string, typeof en>;
export type MailLocale = keyof typeof texts;
const mailLocales = Object.keys(texts) as MailLocale[];

export interface RenderedMail {
  locale: MailLocale;
  subject: string;
  text: string;
  html: string;
}

type Builders = { [Template in MailTemplate]: (t: typeof en, data: MailData[Template]) => MailContent };

const request = (section: typeof en.invitation, t: typeof en, data: Request): MailContent => ({
  heading: fill(section.heading, data),
  paragraphs: [fill(section.body, data)],
  quote: { title: data.messageTitle ?? null, text: data.message ?? null },
  button: { label: section.button, link: data.link, hint: t.layout.linkHint },
  notes: [t.layout.personalLink],
  footer: t.layout.footer,
});

const sharing = (section: typeof en.resource_shared, t: typeof en, data: Sharing): MailContent => ({
  heading: fill(section.heading, data),
  paragraphs: [fill(section.body, data)],
  quote: { title: null, text: data.message ?? null },
  button: { label: section.button, link: data.link, hint: t.layout.linkHint },
  notes: data.link.includes('?code=') ? [t.layout.personalLink] : [],
  footer: t.layout.footer,
});

const builders: Builders = {
  resource_shared: (t, data) => sharing(t.resource_shared, t, data),
  owner_changed: (t, data) => sharing(t.owner_changed, t, data),
  access_requested: (t, data) => sharing(t.access_requested, t, data),
  access_request_accepted: (t, data) => sharing(t.access_request_accepted, t, data),
  access_request_rejected: (t) => ({
    heading: t.access_request_rejected.heading,
    paragraphs: [t.access_request_rejected.body],
    notes: [],
    footer: t.layout.footer,
  }),
  invitation: (t, data) => request(t.invitation, t, data),
  reminder: (t, data) => request(t.reminder, t, data),
  completed: (t, data) => ({
    heading: fill(t.completed.heading, data),
    paragraphs: [fill(t.completed.body, data)],
    button: { label: t.completed.button, link: data.link, hint: t.layout.linkHint },
    notes: data.link.includes('?code=') ? [t.layout.personalLink] : [],
    footer: t.layout.footer,
  }),
  declined: (t, data) => ({
    heading: fill(t.declined.heading, data),
    paragraphs: [fill(t.declined.body, data)],
    quote: { title: null, text: data.reason },
    button: { label: t.declined.button, link: data.link, hint: t.layout.linkHint },
    notes: [],
    footer: t.layout.footer,
  }),
  canceled: (t, data) => ({
    heading: fill(t.canceled.heading, data),
    paragraphs: [fill(t.canceled.body, data)],
    notes: [],
    footer: t.layout.footer,
  }),
  email_verification: (t, data) => ({
    heading: t.email_verification.heading,
    paragraphs: [fill(t.email_verification.body, data)],
    button: { label: t.email_verification.button, link: data.link, hint: t.layout.linkHint },
    notes: [t.layout.personalLink],
    footer: t.layout.footer,
  }),
  organization_invite: (t, data) => ({
    heading: fill(t.organization_invite.heading, data),
    paragraphs: [fill(t.organization_invite.body, data)],
    button: { label: t.organization_invite.button, link: data.link, hint: t.layout.linkHint },
    notes: [t.layout.personalLink],
    footer: t.layout.footer,
  }),
  one_time_code: (t, data) => ({
    heading: t.one_time_code.heading,
    paragraphs: [t.one_time_code.body],
    code: data.code,
    notes: [t.one_time_code.note],
    footer: t.layout.footer,
  }),
};

export function renderMail<Template extends MailTemplate>(
  template: Template, locale: string | null | undefined, data: MailData[Template], offered: readonly MailLocale[] = mailLocales,
): RenderedMail {
  const chosen = mailLocale(locale, offered);
  const content = builders[template](texts[chosen], data);
  return {
    locale: chosen,
    // A line break in a title must not become a header of its own.
    subject: fill(texts[chosen][template].subject, data).replaceAll(/\s+/g, ' ').trim(),
    text: renderText(content),
    html: renderHtml(content, chosen),
  };
}

/** The language of these that somebody reads, or else English, or else the installation's first one. */
export function mailLocale(wanted: string | null | undefined, offered: readonly MailLocale[] = mailLocales): MailLocale {
  const language = (wanted ?? '').slice(0, 2).toLowerCase();
  return offered.find((each) => each === language) ?? offered.find((each) => each === 'en') ?? offered[0] ?? 'en';
}

function fill(text: string, data: object): string {
  const values = data as Readonly<Record<string, unknown>>;
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
}
