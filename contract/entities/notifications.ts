/** Optional notifications. Each kind has a bit in `notificationSettings` (document 1 §3), by its position in this list. */
export const notificationKinds = [
  'completed', 'declined', 'canceled', 'reminder', 'resource_shared', 'owner_changed',
  'access_requested', 'access_request_accepted', 'access_request_rejected', 'organization_invite', 'signed', 'reassigned',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

const bitOf = (kind: NotificationKind): number => 1 << notificationKinds.indexOf(kind);

export const isNotificationKind = (name: string): name is NotificationKind => (notificationKinds as readonly string[]).includes(name);

/** Whether the user wants this kind of notification. */
export const wantsNotification = (settings: number, kind: NotificationKind): boolean => (settings & bitOf(kind)) !== 0;

/** Switches one kind on or off. Unknown bits are kept. */
export const withNotification = (settings: number, kind: NotificationKind, on: boolean): number =>
  on ? settings | bitOf(kind) : settings & ~bitOf(kind);
