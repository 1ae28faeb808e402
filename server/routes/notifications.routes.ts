import type { notificationsCalls } from '#contract/calls/notifications.calls.ts';
import type { NotificationsService } from '#server/services/notifications/notifications.service.ts';
import type { PushService } from '#server/services/notifications/push.service.ts';
import type { Handlers } from './handler.ts';

export const notificationsRoutes = (notifications: NotificationsService, push: PushService): Handlers<keyof typeof notificationsCalls> => ({
  'notifications.list': ({ caller, query }) => notifications.list(caller, query.exclusiveFrom),
  'notifications.unread': ({ caller }) => notifications.unread(caller),
  'notifications.read': ({ caller, body }) => notifications.read(caller, body),
  'notifications.pushKey': async () => push.key(),
  'notifications.subscribe': ({ caller, body }) => push.subscribe(caller, body),
  'notifications.unsubscribe': ({ caller, body }) => push.unsubscribe(caller, body),
});
