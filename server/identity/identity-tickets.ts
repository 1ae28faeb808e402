/** Tickets with which a phone that isn't signed in takes the pictures of one identity check. */
import { createHash, randomBytes } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import { links } from '#contract/limits/links.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { deleteInPortions } from '#server/platform/database/delete-in-portions.ts';
import type { IdentityTicketsTable } from '#server/platform/database/tables/identity-checks.tables.ts';

const hashOf = (ticket: string): Buffer => createHash('sha256').update(ticket).digest();

export async function issueIdentityTicket(tx: Tx, checkId: string, userId: string): Promise<{ ticket: string; expiresAt: Date }> {
  const ticket = randomBytes(24).toString('base64url');
  const expiresAt = new Date(Date.now() + links.captureTicketLife);
  await tx.insertInto('identity_tickets').values({ ticket_hash: hashOf(ticket), check_id: checkId, user_id: userId, expires_at: expiresAt }).execute();
  return { ticket, expiresAt };
}

export function findIdentityTicket(db: Db | Tx, ticket: string): Promise<Selectable<IdentityTicketsTable> | undefined> {
  return db.selectFrom('identity_tickets').selectAll().where('ticket_hash', '=', hashOf(ticket)).where('expires_at', '>', new Date()).executeTakeFirst();
}

export async function countIdentityTickets(tx: Tx, checkId: string): Promise<number> {
  const rows = await tx.selectFrom('identity_tickets').select('check_id').where('check_id', '=', checkId).execute();
  return rows.length;
}

export async function deleteExpiredIdentityTickets(db: Db): Promise<void> {
  await deleteInPortions(db, 'identity_tickets', sql<boolean>`expires_at < ${new Date()}`);
}
