/**
 * Sends a message through the recipient's preferred channel: a text message if they prefer it and the number is verified,
 * otherwise mail. A recipient without an e-mail address gets a text message.
 */
import { notificationKindOf, wantsNotification } from '#contract/entities/notifications.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { renderShort, type MailTemplate } from '#server/adapters/mail/mail-templates.ts';
import { sendMail, type NewMail } from '#server/outbox/send-mail.ts';
import { queueText } from '#server/outbox/send-text.ts';
import { findUserByReach, type Reach, type User } from '#server/repositories/users.repository.ts';

export type Notice<Template extends MailTemplate> = Omit<NewMail<Template>, 'to' | 'account'> & {
  to: Reach & { name?: string | null };
  /** The recipient's account, if the caller has looked it up; null if there is none. */
  account?: User | null;
};

/** Returns the id of the mail or text message, or null if the recipient has opted out of this kind. */
export async function sendNotice<Template extends MailTemplate>(tx: Tx, notice: Notice<Template>): Promise<string | null> {
  const { to, template } = notice;
  const user = notice.account === undefined ? ((await findUserByReach(tx, to)) ?? null) : notice.account;
  const locale = notice.locale ?? user?.locale ?? null;
  const preferred = user?.notification_priority === 'phone' && user.phone_verified ? user.phone : null;
  const phone = to.email === null ? to.phone : preferred;
  if (phone === null) return sendByMail(tx, { ...notice, account: user, locale });
  const kind = notificationKindOf(template);
  if (user && kind !== null && !wantsNotification(user.notification_settings, kind)) return null;
  return queueText(tx, { template, to: phone, about: notice.about, ...renderShort(template, locale, notice.data, notice.locales) });
}

async function sendByMail<Template extends MailTemplate>(tx: Tx, { to, ...mail }: Notice<Template>): Promise<string | null> {
  return to.email === null ? null : sendMail(tx, { ...mail, to: { email: to.email, name: to.name ?? null } });
}
