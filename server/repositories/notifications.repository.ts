/** The notifications of people, newest first. Their ids grow with time, so that a page, what is unread and what is old are ranges of an index. */
import { sql, type Selectable } from 'kysely';
import { counts } from '#contract/limits/counts.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { deleteInPortions } from '#server/platform/database/delete-in-portions.ts';
import type { NotificationsTable } from '#server/platform/database/tables/operations.tables.ts';
import { firstOrderedId, newOrderedId } from '#server/platform/id.ts';

export type NotificationRow = Selectable<NotificationsTable>;

type NotificationText = Pick<NotificationRow, 'code' | 'source_kind' | 'source_id' | 'person_id' | 'recipient_id'>;

/** A message to one device. */
interface WantedPush {
  notificationId: string;
  subscriptionId: string;
}

/** Adds a notification for each of the people whose settings have the bit `wanted`; null: for all of them. Returns the devices that want it as a web push message. */
export async function insertNotifications(tx: Tx, userIds: readonly string[], wanted: number | null, text: NotificationText): Promise<WantedPush[]> {
  const ids = userIds.map(() => newOrderedId());
  const { rows } = await sql<WantedPush>`
    with added as (insert into notifications (id, user_id, code, source_kind, source_id, person_id, recipient_id)
    select n.id, u.id, ${text.code}, ${text.source_kind}, ${text.source_id}, ${text.person_id}, ${text.recipient_id}
    from unnest(${ids}::text[], ${userIds}::text[]) as n(id, user_id) join users u on u.id = n.user_id
    where u.deletion_started_at is null and (${wanted}::int is null or u.notification_settings & ${wanted}::int <> 0)
    returning id, user_id)
    select added.id as "notificationId", p.id as "subscriptionId" from added join push_subscriptions p on p.user_id = added.user_id`.execute(tx);
  return rows;
}

/** Returns a page, with one row more if there is a next page. */
export function listNotifications(db: Db, userId: string, before: string | undefined): Promise<NotificationRow[]> {
  const newest = db.selectFrom('notifications').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').limit(counts.notificationsPage + 1);
  return (before === undefined ? newest : newest.where('id', '<', before)).execute();
}

export function findNotification(db: Db, id: string): Promise<NotificationRow | undefined> {
  return db.selectFrom('notifications').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findNewestNotification(db: Db, userId: string): Promise<string | null> {
  const row = await db.selectFrom('notifications').select('id').where('user_id', '=', userId).orderBy('id', 'desc').limit(1).executeTakeFirst();
  return row?.id ?? null;
}

/** Counts no further than what is shown as a number, and one. */
export async function countUnread(db: Db | Tx, userId: string): Promise<number> {
  const { rows: [row] } = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 from notifications where user_id = ${userId} and is_new limit ${counts.unreadNotifications + 1}) n`.execute(db);
  return row?.count ?? 0;
}

/** Counts no further than what is kept. */
export async function countNotifications(db: Db, userId: string): Promise<number> {
  const { rows: [row] } = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 from notifications where user_id = ${userId} limit ${counts.notifications}) n`.execute(db);
  return row?.count ?? 0;
}

interface MarkedNotifications {
  ids: readonly string[];
  /** The resource they are about. */
  about: string | null;
  /** The newest one. */
  upTo: string | null;
}

/** Marks unread ones as read. In the order of their ids: two calls at once don't wait for each other in a circle. */
export async function markRead(tx: Tx, userId: string, { ids, about, upTo }: MarkedNotifications): Promise<void> {
  await sql`
    update notifications set is_new = false where id = any(array(
      select id from notifications where user_id = ${userId} and is_new and (id = ${anyOf(ids)} or source_id = ${about} or id <= ${upTo}) order by id for update))`.execute(tx);
}

/** Gives the notifications of an account to another one of the same person. */
export async function moveNotifications(tx: Tx, userId: string, newUserId: string): Promise<void> {
  await tx.updateTable('notifications').set({ user_id: newUserId }).where('user_id', '=', userId).execute();
}

/** Deletes those from before this time. */
export async function deleteNotificationsBefore(db: Db, moment: Date): Promise<void> {
  await deleteInPortions(db, 'notifications', sql<boolean>`id < ${firstOrderedId(moment.getTime())}`);
}

/** Deletes the oldest of those who got some since this time and have more than are kept. */
export async function deleteExcessNotifications(db: Db, moment: Date): Promise<void> {
  const { rows } = await sql<{ userId: string }>`select distinct user_id as "userId" from notifications where id >= ${firstOrderedId(moment.getTime())}`.execute(db);
  for (const { userId } of rows) {
    await sql`
      delete from notifications where user_id = ${userId} and id <= (select id from notifications where user_id = ${userId} order by id desc offset ${counts.notifications} limit 1)`.execute(db);
  }
}

/** A file, template, bulk or organization that notifications are about. */
interface NamedSource {
  id: string;
  title: string;
  owner_id: string;
  org_id: string | null;
  shared_with: string[];
}

const sourceQueries = {
  file: sql`select id, title, owner_id, org_id, shared_with from files where deleted_at is null and owner_left_at is null`,
  template: sql`select id, name as title, owner_id, org_id, shared_with from templates where deleted_at is null`,
  bulk: sql`select id, name as title, owner_id, org_id, '{}'::text[] as shared_with from bulks where deleted_at is null`,
} as const;

export async function findNamedSources(db: Db, kind: keyof typeof sourceQueries, ids: readonly string[]): Promise<NamedSource[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<NamedSource>`${sourceQueries[kind]} and id = ${anyOf(ids)}`.execute(db);
  return rows;
}

/** The organizations that the person is a member of, or invited to. `inviteId`: of an open invitation. */
interface OwnOrganization {
  id: string;
  title: string;
  inviteId: string | null;
}

export async function findOwnOrganizations(db: Db, userId: string, ids: readonly string[]): Promise<OwnOrganization[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<OwnOrganization>`
    select o.id, o.name as title, i.id as "inviteId"
    from organizations o join members m on m.org_id = o.id and m.user_id = ${userId}
      left join invites i on i.org_id = o.id and i.user_id = m.user_id and i.accepted_at is null and i.expires_at > now()
    where o.id = ${anyOf(ids)} and o.deleted_at is null and (m.status = 'active' or i.id is not null)`.execute(db);
  return rows;
}
