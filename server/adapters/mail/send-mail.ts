import type { Tx } from '#server/adapters/database/database.ts';
import { newId } from '#server/app/id.ts';
import { addJob } from '#server/jobs/add-job.ts';
import { renderMail, type MailData, type MailLocale, type MailTemplate } from './mail-templates.ts';

export interface NewMail<Template extends MailTemplate> {
  template: Template;
  to: { email: string; name?: string | null };
  /** The recipient's language; English where it is not known. */
  locale?: string | null;
  /** The languages of the installation; without them every one that there is. */
  locales?: readonly MailLocale[];
  data: MailData[Template];
  /** Stored bodies that go along. */
  attachments?: readonly MailAttachment[];
}

export interface MailAttachment {
  ref: string;
  name: string;
  mime: string;
}

export const sendMailTask = 'send_mail';

/** Puts a mail into the outbox, if and only if the transaction commits; a job carries it out. Returns its id. */
export async function sendMail<Template extends MailTemplate>(tx: Tx, mail: NewMail<Template>): Promise<string> {
  const rendered = renderMail(mail.template, mail.locale, mail.data, mail.locales);
  const id = newId();
  await tx
    .insertInto('mails')
    .values({
      id,
      template: mail.template,
      recipient: mail.to.email,
      recipient_name: mail.to.name?.replaceAll(/\s+/g, ' ').trim() || null,
      locale: rendered.locale,
      subject: rendered.subject,
      text_body: rendered.text,
      html_body: rendered.html,
      attachments: JSON.stringify(mail.attachments ?? []),
    })
    .execute();
  await addJob(tx, sendMailTask, { mailId: id });
  return id;
}
