import i18next from 'i18next';
import type { Notification } from '#contract/entities/notification.ts';
import { personName } from '#web/ui/initials.ts';

/** The sentence of a notification, in the language of the app. */
export function messageText({ message, user }: Pick<Notification, 'message' | 'user'>): string {
  const name = (user && personName(user)) || i18next.t('somebody', { ns: 'notifications' });
  return i18next.t(`message.${message.code}`, { ns: 'notifications', name });
}

export const openText = (): string => i18next.t('open', { ns: 'notifications' });

/** The sentence with what it is about, where there is room for one line. */
export function lineOf(notification: Pick<Notification, 'message' | 'user' | 'source'>): string {
  const message = messageText(notification);
  const title = notification.source.body?.title;
  return title ? i18next.t('withTitle', { ns: 'notifications', message, title }) : message;
}
