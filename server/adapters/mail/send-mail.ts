import { isNotificationKind, wantsNotification } from '#contract/entities/notifications.ts';
import type { Tx } from '#server/adapters/database/database.ts';
import { newId } from '#server/app/id.ts';
import { addJob } from '#server/jobs/add-job.ts';
import { findUserByEmail } from '#server/repositories/users.repository.ts';
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
  /** By what it is found again, to show what became of it. */
  about?: string;
}

export interface MailAttachment {
  ref: string;
  name: string;
  mime: string;
}

export const sendMailTask = 'send_mail';

/** Whether the account behind an address does without mails of this kind; who has no account gets them all. */
async function isUnwanted(tx: Tx, { template, to }: Pick<NewMail<MailTemplate>, 'template' | 'to'>): Promise<boolean> {
  if (!isNotificationKind(template)) return false;
  const user = await findUserByEmail(tx, to.email);
  return user !== undefined && !wantsNotification(user.notification_settings, template);
}

/**
 * Puts a mail into the outbox, if and only if the transaction commits; a job carries it out. Returns its id, or null
 * where the person does without it.
 */
export async function sendMail<Template extends MailTemplate>(tx: Tx, mail: NewMail<Template>): Promise<string | null> {
  if (await isUnwanted(tx, mail)) return null;
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
      about: mail.about ?? null,
    })
    .execute();
  await addJob(tx, sendMailTask, { mailId: id });
  return id;
}
