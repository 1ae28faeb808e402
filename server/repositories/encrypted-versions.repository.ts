/** Versions of end-to-end encrypted transactions. */
import type { Insertable, Selectable } from 'kysely';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import type { EncryptedVersionsTable } from '#server/platform/database/tables/documents.tables.ts';

type EncryptedVersionRow = Selectable<EncryptedVersionsTable>;

export function findEncryptedVersions(db: Db | Tx, transactionId: string): Promise<EncryptedVersionRow[]> {
  return db.selectFrom('encrypted_versions').selectAll().where('transaction_id', '=', transactionId).orderBy('version').execute();
}

export async function insertEncryptedVersion(tx: Tx, row: Insertable<EncryptedVersionsTable>): Promise<void> {
  await tx.insertInto('encrypted_versions').values(row).execute();
}

/** Returns the bodies, which nothing refers to any more. */
export async function deleteEncryptedVersions(tx: Tx, transactionIds: readonly string[]): Promise<string[]> {
  const rows = await tx.deleteFrom('encrypted_versions').where('transaction_id', '=', anyOf(transactionIds)).returning('body_ref').execute();
  return rows.map((row) => row.body_ref);
}
