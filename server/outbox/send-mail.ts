import { notificationKindOf, wantsNotification } from '#contract/entities/notifications.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/id.ts';
import { addJob } from '#server/jobs/add-job.ts';
import { findUserByEmail, type User } from '#server/repositories/users.repository.ts';
import type { Brand } from '#server/adapters/mail/mail-layout.ts';
import { renderMail, type MailData, type MailLocale, type MailTemplate } from '#server/adapters/mail/mail-templates.ts';

export interface NewMail<Template extends MailTemplate> {
  template: Template;
  to: { email: string; name?: string | null };
  /** The recipient's language; English if unknown. */
  locale?: string | null;
  /** Languages of the installation; all languages if left out. */
  locales?: readonly MailLocale[];
  data: MailData[Template];
  /** Files to attach. */
  attachments?: readonly MailAttachment[];
  /** In whose name it is sent; null or left out: the installation's. */
  brand?: Brand | null;
  /** Key by which the delivery state is looked up later. */
  about?: string;
  /** The recipient's account, if the caller has looked it up; null if there is none. */
  account?: Pick<User, 'notification_settings'> | null;
}

/** A stored body, or the signature beside a file that a signing made: a copy in each of a hundred mails would be too much. */
export type MailAttachment = { name: string; mime: string } & ({ ref: string } | { signing: string });

export const sendMailTask = 'send_mail';

/** Whether the recipient's account has switched off this kind of mail; without an account all mails are sent. */
async function isUnwanted(tx: Tx, { template, to, account }: Pick<NewMail<MailTemplate>, 'template' | 'to' | 'account'>): Promise<boolean> {
  const kind = notificationKindOf(template);
  if (kind === null) return false;
  const user = account === undefined ? await findUserByEmail(tx, to.email) : account;
  return user !== undefined && user !== null && !wantsNotification(user.notification_settings, kind);
}

/**
 * Puts a mail into the outbox in the transaction, so that it is sent only if that commits; a job delivers it.
 * Returns its id, or null when the recipient has switched off this kind.
 */
export async function sendMail<Template extends MailTemplate>(tx: Tx, mail: NewMail<Template>): Promise<string | null> {
  if (await isUnwanted(tx, mail)) return null;
  const rendered = renderMail(mail.template, mail.locale, mail.data, mail.locales, mail.brand);
  const id = newId();
  await tx
    .insertInto('mails')
    .values({
      id,
      template: mail.template,
      recipient: mail.to.email,
      recipient_name: mail.to.name?.replaceAll(/\s+/g, ' ').trim() || null,
      sender_name: rendered.senderName,
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
