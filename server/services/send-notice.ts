/** Tells somebody of something in the way they chose: by text message where they prefer it and the number is proven, or else by mail. */
import { isNotificationKind, wantsNotification } from '#contract/entities/notifications.ts';
import type { Tx } from '#server/adapters/database/database.ts';
import { renderShort, type MailTemplate } from '#server/adapters/mail/mail-templates.ts';
import { sendMail, type NewMail } from '#server/adapters/mail/send-mail.ts';
import { queueText } from '#server/adapters/text/send-text.ts';
import { findUserByEmail } from '#server/repositories/users.repository.ts';

export async function sendNotice<Template extends MailTemplate>(tx: Tx, mail: NewMail<Template>): Promise<void> {
  const user = await findUserByEmail(tx, mail.to.email);
  const byText = user?.notification_priority === 'phone' && user.phone !== null && user.phone_verified;
  if (!byText) return void (await sendMail(tx, { ...mail, locale: mail.locale ?? user?.locale ?? null }));
  if (isNotificationKind(mail.template) && !wantsNotification(user.notification_settings, mail.template)) return;
  await queueText(tx, mail.template, user.phone ?? '', renderShort(mail.template, mail.locale ?? user.locale, mail.data, mail.locales));
}
