/**
 * Who may see whose name and picture. An e-mail address that somebody typed in must not reveal more about its
 * account.
 */
import { sql } from 'kysely';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';

const shareables = ['files', 'transactions', 'templates'] as const;

/**
 * Returns those of the people who are known to the viewer: they share an organization, shared or sent something to
 * the viewer, signed for them, or asked them for access.
 */
export async function findVisiblePeople(db: Db | Tx, viewerId: string, ids: readonly string[]): Promise<Set<string>> {
  const given = sql.join(shareables.map((table) => sql`exists (select from ${sql.table(table)} s where s.owner_id = u.id and s.shared_with @> array[${viewerId}]::text[])`), sql` or `);
  const requested = sql.join(shareables.map((table) => sql`exists (select from access_requests q join ${sql.table(table)} s on s.id = q.resource_id where q.user_id = u.id and s.owner_id = ${viewerId})`), sql` or `);
  const { rows } = await sql<{ id: string }>`
    select u.id from users u where u.id = ${anyOf(ids)} and (u.id = ${viewerId}
      or exists (select from members own join members their on their.org_id = own.org_id
        where own.user_id = ${viewerId} and own.status = 'active' and their.user_id = u.id and their.status = 'active')
      or exists (select from recipients r join transactions t on t.id = r.transaction_id
        where (t.owner_id = ${viewerId} and r.user_id = u.id and r.completed_at is not null) or (t.owner_id = u.id and r.user_id = ${viewerId} and r.invited_at is not null))
      or ${given} or ${requested})`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Returns the names that people had when the resource was shared with them, as recorded in its history. */
export async function findNamesWhenShared(db: Db | Tx, resourceId: string): Promise<Map<string, { first_name: string | null; last_name: string | null }>> {
  const { rows } = await sql<{ id: string; first_name: string | null; last_name: string | null }>`
    select person ->> 'id' as id, person ->> 'firstName' as first_name, person ->> 'lastName' as last_name
    from insights i, jsonb_array_elements(case jsonb_typeof(i.attributes -> 'users') when 'array' then i.attributes -> 'users' else '[]' end) person
    where i.resource_id = ${resourceId} and i.action = 'resource_shared' order by i.created_at, i.id`.execute(db);
  return new Map(rows.map(({ id, ...names }) => [id, names]));
}

/**
 * Returns the people of `findVisiblePeople` and, in addition, those whose address the viewer has. Only they may be
 * referenced by account id.
 */
export async function findReferencablePeople(db: Db | Tx, viewerId: string, ids: readonly string[]): Promise<Set<string>> {
  const own = sql.join(shareables.map((table) => sql`exists (select from ${sql.table(table)} s where s.owner_id = ${viewerId} and s.shared_with @> array[u.id]::text[])`), sql` or `);
  const { rows } = await sql<{ id: string }>`
    select u.id from users u where u.id = ${anyOf(ids)} and (${own}
      or exists (select from contacts c where c.owner_id = ${viewerId} and (lower(c.email) = lower(u.email) or (c.phone = u.phone and u.phone_verified)))
      or exists (select from recipients r join transactions t on t.id = r.transaction_id where t.owner_id = ${viewerId} and r.user_id = u.id))`.execute(db);
  return new Set([...(await findVisiblePeople(db, viewerId, ids)), ...rows.map(({ id }) => id)]);
}
