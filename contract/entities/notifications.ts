/** Mails that a person may do without: each kind has its bit in `notificationSettings` (document 1 §3). */
export const notificationKinds = [
  'completed', 'declined', 'canceled', 'reminder', 'resource_shared', 'owner_changed',
  'access_requested', 'access_request_accepted', 'access_request_rejected', 'organization_invite', 'signed', 'reassigned',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

const bitOf = (kind: NotificationKind): number => 1 << notificationKinds.indexOf(kind);

export const isNotificationKind = (name: string): name is NotificationKind => (notificationKinds as readonly string[]).includes(name);

/** Whether this person wants to hear of it. */
export const wantsNotification = (settings: number, kind: NotificationKind): boolean => (settings & bitOf(kind)) !== 0;

/** The settings with one kind on or off; bits that mean nothing here stay as they are. */
export const withNotification = (settings: number, kind: NotificationKind, on: boolean): number =>
  on ? settings | bitOf(kind) : settings & ~bitOf(kind);
