/** Tickets with which a phone that isn't signed in adds one picture to a person's media. */
import { createHash, randomBytes } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import type { MediaType } from '#contract/entities/media.ts';
import { links } from '#contract/limits/links.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { deleteInPortions } from '#server/platform/database/delete-in-portions.ts';
import type { CaptureTicketsTable } from '#server/platform/database/tables/sign-in.tables.ts';

type CaptureTicket = Selectable<CaptureTicketsTable>;

const hashOf = (ticket: string): Buffer => createHash('sha256').update(ticket).digest();

export async function issueCaptureTicket(tx: Tx, userId: string, type: MediaType): Promise<string> {
  const ticket = randomBytes(24).toString('base64url');
  await tx.insertInto('capture_tickets').values({
    ticket_hash: hashOf(ticket), user_id: userId, type, expires_at: new Date(Date.now() + links.captureTicketLife),
  }).execute();
  return ticket;
}

const open = (db: Db | Tx, ticket: string) =>
  db.selectFrom('capture_tickets').selectAll().where('ticket_hash', '=', hashOf(ticket)).where('expires_at', '>', new Date());

/** Also finds a used ticket, so that a client can retry when the response got lost. */
export const findCaptureTicket = (db: Db | Tx, ticket: string): Promise<CaptureTicket | undefined> => open(db, ticket).executeTakeFirst();

/** Locks the ticket, so that concurrent calls use it one at a time. */
export function lockCaptureTicket(tx: Tx, ticket: string): Promise<CaptureTicket | undefined> {
  return open(tx, ticket).forUpdate().executeTakeFirst();
}

export async function markCaptureTicketUsed(tx: Tx, ticket: string): Promise<void> {
  await tx.updateTable('capture_tickets').set({ used_at: new Date() }).where('ticket_hash', '=', hashOf(ticket)).execute();
}

export async function countCaptureTickets(tx: Tx, userId: string, since: Date): Promise<number> {
  const rows = await tx.selectFrom('capture_tickets').select('user_id').where('user_id', '=', userId).where('expires_at', '>', since).execute();
  return rows.length;
}

export async function deleteExpiredCaptureTickets(db: Db): Promise<void> {
  await deleteInPortions(db, 'capture_tickets', sql<boolean>`expires_at < ${new Date()}`);
}
