import { sql, type Selectable } from 'kysely';
import { liveEvent, type LiveEvent } from '#contract/events.ts';
import type { Db } from '#server/platform/database/database.ts';
import { deleteInPortions } from '#server/platform/database/delete-in-portions.ts';
import type { EventsTable } from '#server/platform/database/tables/identity.tables.ts';

export interface StoredEvent {
  event: LiveEvent;
  userIds: string[];
  orgId: string | null;
  partyIds: string[];
}

/** Events that are read at once. */
export const pageOfEvents = 500;

/** Returns the next events for a person after this one. */
export async function eventsAfter(db: Db, id: string, userId: string, limit: number): Promise<StoredEvent[]> {
  const rows = await db
    .selectFrom('events')
    .selectAll()
    .where('id', '>', id)
    .where(sql<boolean>`user_ids @> array[${userId}]`)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(toStoredEvent);
}

/** Returns the next events for anybody, at most a page. */
export async function eventsBetween(db: Db, after: string, upTo: string): Promise<StoredEvent[]> {
  const rows = await db.selectFrom('events').selectAll().where('id', '>', after).where('id', '<=', upTo).orderBy('id').limit(pageOfEvents).execute();
  return rows.map(toStoredEvent);
}

export async function newestEventId(db: Db): Promise<string> {
  const row = await db.selectFrom('events').select((query) => query.fn.max('id').as('id')).executeTakeFirst();
  return row?.id ?? '0';
}

/** Deletes events older than a client can ask for. */
export async function deleteEventsBefore(db: Db, moment: Date): Promise<void> {
  await deleteInPortions(db, 'events', sql<boolean>`created_at < ${moment}`);
}

function toStoredEvent(row: Selectable<EventsTable>): StoredEvent {
  const event = liveEvent.parse({
    id: row.id,
    type: row.type,
    resourceId: row.resource_id,
    actorId: row.actor_id,
    createdAt: row.created_at.toISOString(),
    data: row.data,
  });
  return { event, userIds: row.user_ids, orgId: row.org_id, partyIds: row.party_ids };
}
