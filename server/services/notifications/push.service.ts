/** Web push: the devices that want messages, and the job that sends one to one of them. */
import type { CallBody } from '#contract/calls/define.ts';
import type { OutputOf } from '#contract/calls/calls.ts';
import type { notificationsCalls } from '#contract/calls/notifications.calls.ts';
import { pageOfNotification } from '#contract/entities/notification-page.ts';
import { routes } from '#contract/routes.ts';
import type { PushSender } from '#server/adapters/push/web-push.ts';
import { checkedAddress } from '#server/adapters/fetching/public-request.ts';
import { restrictionsWithoutSession } from '#server/identity/second-factor-enforcement.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { Config } from '#server/platform/config.ts';
import type { Db } from '#server/platform/database/database.ts';
import { newOrderedId } from '#server/platform/id.ts';
import { isLoopbackUrl } from '#server/platform/loopback.ts';
import { fillText, readableLocale, textsOf } from '#server/platform/texts.ts';
import { joinName } from '#contract/person-names.ts';
import type { Notification } from '#contract/entities/notification.ts';
import { countUnread, findNotification } from '#server/repositories/notifications.repository.ts';
import { deleteExcessSubscriptions, deletePushSubscription, deletePushSubscriptionOf, findPushSubscription, putPushSubscription } from '#server/repositories/push-subscriptions.repository.ts';
import { findUserById } from '#server/repositories/users.repository.ts';
import type { Caller } from '#server/services/caller.ts';
import { callerFor } from '#server/services/organizations/absent-caller.ts';
import { describe } from './notifications.service.ts';

type Device = CallBody<(typeof notificationsCalls)['notifications.subscribe']>;

interface PushDependencies {
  db: Db;
  /** Null where web push is switched off. */
  push: PushSender | null;
  config: Pick<Config, 'locales'>;
}

export type PushService = ReturnType<typeof createPushService>;

export function createPushService({ db, push, config }: PushDependencies) {
  /** `endpoint`: an address of the browser's push service, which the person names and this server calls. */
  async function subscribe({ userId, sessionUid }: Caller, { endpoint, keys }: Device): Promise<void> {
    if (push === null) throw new AppError('not_found');
    const { protocol } = checkedAddress(endpoint);
    if (protocol !== 'https:' && !isLoopbackUrl(endpoint)) throw new AppError('invalid_url');
    await db.transaction().execute(async (tx) => {
      await putPushSubscription(tx, { id: newOrderedId(), user_id: userId, endpoint, session_uid: sessionUid ?? null, ...keys });
      await deleteExcessSubscriptions(tx, userId);
    });
  }

  /** The job. What was read, deleted or unsubscribed meanwhile is not sent. */
  async function send(notificationId: string, subscriptionId: string): Promise<void> {
    const [row, device] = await Promise.all([findNotification(db, notificationId), findPushSubscription(db, subscriptionId)]);
    if (push === null || !row?.is_new || !device || device.user_id !== row.user_id) return;
    const user = await findUserById(db, row.user_id);
    if (!user) return;
    // Nobody has proven a second factor here: organizations that require one keep their titles.
    const caller = { ...(await callerFor(db, user, { orgId: null, ip: '', userAgent: '' })), ...(await restrictionsWithoutSession(db, user.id)) };
    const [notification] = await describe(db, caller, [row]);
    if (!notification) return;
    const message = { id: row.id, ...textOf(notification, readableLocale(user.locale, config.locales)), path: pageOfNotification(notification) ?? routes.transactions, unread: await countUnread(db, user.id) };
    if ((await push.send(device, message)) === 'gone') await deletePushSubscription(db, device.id);
  }

  return {
    subscribe, send,
    key: (): OutputOf<'notifications.pushKey'> => ({ publicKey: push?.publicKey ?? null }),
    unsubscribe: ({ userId }: Caller, { endpoint }: { endpoint: string }): Promise<void> => deletePushSubscriptionOf(db, userId, endpoint),
  };
}

const texts = textsOf('notifications');

function textOf({ message, user, source }: Notification, locale: keyof typeof texts): { title: string; body: string } {
  const { message: sentences, somebody } = texts[locale];
  const name = (user && (joinName(user.firstName, user.lastName) || user.email || user.phone)) || somebody;
  return { title: fillText(sentences[message.code], { name }), body: source.body?.title ?? '' };
}
