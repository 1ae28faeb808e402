import { sql } from 'kysely';
import type { Db, Tx } from '#server/adapters/database/database.ts';

/** Ends everything somebody is signed in with, everywhere. */
export async function endSessions(tx: Db | Tx, userId: string): Promise<void> {
  await tx.deleteFrom('oidc_records').where(sql<boolean>`payload ->> 'accountId' = ${userId}`).execute();
}
