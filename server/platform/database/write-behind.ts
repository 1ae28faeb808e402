/**
 * Statements of a transaction that nobody has to wait for: an insert without `returning`, for example. They are sent, and answered
 * together with the next statement of the transaction, or its `commit`, which fails where one of them has failed.
 */
import type { CompiledQuery } from 'kysely';
import type { Db, Tx } from './database.ts';

/** Tells the connection. A comment, because the text is all that a connection gets. */
const mark = ' /* behind */';

export const isSentBehind = (text: string): boolean => text.endsWith(mark);

/**
 * Sends a statement without waiting for its answer. Not for one whose failure has to be told apart from those of later ones, or whose
 * result counts. Outside of a transaction it is waited for.
 */
export async function sendBehind(db: Db | Tx, statement: { compile(db: Db): CompiledQuery }): Promise<void> {
  const compiled = statement.compile(db);
  await db.executeQuery({ ...compiled, sql: compiled.sql + mark });
}
