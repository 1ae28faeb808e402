/** The notifications of the caller, in all spaces. */
import { z } from 'zod';
import { lastKey } from '#contract/calls/common.ts';
import { defineCall, nothing } from '#contract/calls/define.ts';
import { objectId } from '#contract/entities/common.ts';
import { notification } from '#contract/entities/notification.ts';
import { counts } from '#contract/limits/counts.ts';

/** Of the browser's push service. */
const endpoint = z.url({ protocol: /^https?$/ }).max(2000);
/** Counted up to one more than is shown. */
const unread = z.int().min(0).max(counts.unreadNotifications + 1);

export const notificationsCalls = {
  /** Newest first. `total`: how many are kept. */
  'notifications.list': defineCall({
    id: 'notifications.list', method: 'GET', path: '/notifications', host: 'api', permission: 'self', query: z.object({ exclusiveFrom: objectId.optional() }),
    response: z.object({ notifications: z.array(notification), total: z.int().min(0).max(counts.notifications), unread, lastKey }), ours: true,
  }),
  /** `newest`: the id of the newest notification, read or not. */
  'notifications.unread': defineCall({
    id: 'notifications.unread', method: 'GET', path: '/notifications/unread', host: 'api', permission: 'self', response: z.object({ unread, newest: objectId.nullable() }), ours: true,
  }),
  /** Marks as read: those named, those about one resource, and all up to one. Returns how many are left. */
  'notifications.read': defineCall({
    id: 'notifications.read', method: 'POST', path: '/notifications/read', host: 'api', permission: 'self',
    body: z.object({ ids: z.array(objectId).max(counts.listChanges).default([]), about: objectId.optional(), upTo: objectId.optional() }),
    response: z.object({ unread }), ours: true,
  }),
  /** The key of this installation that browsers subscribe with (VAPID); null where web push is switched off. */
  'notifications.pushKey': defineCall({
    id: 'notifications.pushKey', method: 'GET', path: '/notifications/push', host: 'api', permission: 'self', response: z.object({ publicKey: z.string().nullable() }), ours: true,
  }),
  /** Sends web push messages to this device from now on: what `PushSubscription.toJSON` gives. */
  'notifications.subscribe': defineCall({
    id: 'notifications.subscribe', method: 'POST', path: '/notifications/push', host: 'api', permission: 'self',
    body: z.object({ endpoint, keys: z.object({ p256dh: z.string().regex(/^[\w-]{87}=?$/), auth: z.string().regex(/^[\w-]{22}(==)?$/) }) }), response: nothing, errors: ['invalid_url', 'not_found'], ours: true,
  }),
  /** Sends none any more. A device that gets none counts as unsubscribed. */
  'notifications.unsubscribe': defineCall({
    id: 'notifications.unsubscribe', method: 'POST', path: '/notifications/push/remove', host: 'api', permission: 'self', body: z.object({ endpoint }), response: nothing, ours: true,
  }),
} as const;
