/**
 * One-time tickets for opening an event stream, because a browser's `EventSource` can't send an `Authorization`
 * header.
 */
import { sql } from 'kysely';
import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '#server/platform/database/database.ts';
import { deleteInPortions } from '#server/platform/database/delete-in-portions.ts';

const life = 60_000;

/** The owner of a stream, and the stored key of the access token; the stream ends with the token. */
export interface Listener {
  userId: string;
  bearer: string;
}

export async function issueEventTicket(db: Db, { userId, bearer }: Listener): Promise<{ ticket: string; expiresAt: Date }> {
  const ticket = randomBytes(24).toString('base64url');
  const expiresAt = new Date(Date.now() + life);
  await db.insertInto('event_tickets').values({ ticket_hash: hashOf(ticket), user_id: userId, bearer, expires_at: expiresAt }).execute();
  return { ticket, expiresAt };
}

/** Redeems a ticket and deletes it; undefined when it is unknown or expired. */
export async function consumeEventTicket(db: Db, ticket: string): Promise<Listener | undefined> {
  const used = await db.deleteFrom('event_tickets').where('ticket_hash', '=', hashOf(ticket)).returning(['user_id', 'bearer', 'expires_at']).executeTakeFirst();
  return used !== undefined && used.expires_at > new Date() ? { userId: used.user_id, bearer: used.bearer } : undefined;
}

export async function deleteExpiredTickets(db: Db): Promise<void> {
  await deleteInPortions(db, 'event_tickets', sql<boolean>`expires_at < ${new Date()}`);
}

const hashOf = (ticket: string): Buffer => createHash('sha256').update(ticket).digest();
