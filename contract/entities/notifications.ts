/** Optional notifications. Each kind has a bit in `notificationSettings` (document 1 §3), by its position in this list. */
export const notificationKinds = [
  'completed', 'declined', 'canceled', 'reminder', 'resource_shared', 'owner_changed',
  'access_requested', 'access_request_accepted', 'access_request_rejected', 'organization_invite', 'signed', 'reassigned', 'direct_link_used',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** The bit of a kind in `notificationSettings`. */
export const bitOf = (kind: NotificationKind): number => 1 << notificationKinds.indexOf(kind);

/** Messages that people want or don't want as they do others: whoever needs no mail about a signature needs none about an approval. */
const sameKind: Readonly<Record<string, NotificationKind>> = { approved: 'signed', viewed: 'signed', approval_reminder: 'reminder', viewing_reminder: 'reminder' };

/** The kind of a message; null for one that is always sent. */
export const notificationKindOf = (template: string): NotificationKind | null => notificationKinds.find((kind) => kind === template) ?? sameKind[template] ?? null;

/** Whether the user wants this kind of notification. */
export const wantsNotification = (settings: number, kind: NotificationKind): boolean => (settings & bitOf(kind)) !== 0;

/** Switches one kind on or off. Unknown bits are kept. */
export const withNotification = (settings: number, kind: NotificationKind, on: boolean): number =>
  on ? settings | bitOf(kind) : settings & ~bitOf(kind);
