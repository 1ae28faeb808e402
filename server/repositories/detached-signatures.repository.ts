/** Signatures beside a file that stays as it is. */
import type { Insertable, Selectable } from 'kysely';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import type { DetachedSignaturesTable, SigningsTable } from '#server/platform/database/tables/documents.tables.ts';

export type DetachedSignatureRow = Pick<Selectable<SigningsTable>, 'id' | 'file_id' | 'file_version' | 'signature' | 'created_at'> & Pick<Selectable<DetachedSignaturesTable>, 'cms'>;

export async function insertDetachedSignature(tx: Tx, row: Insertable<DetachedSignaturesTable>): Promise<void> {
  await tx.insertInto('detached_signatures').values(row).execute();
}

export async function findCms(db: Db | Tx, signingId: string): Promise<Buffer | undefined> {
  return (await db.selectFrom('detached_signatures').select('cms').where('signing_id', '=', signingId).executeTakeFirst())?.cms;
}

/** Signatures contain the names of their signers and are of no use without the file. */
export async function deleteDetachedSignatures(tx: Tx, fileId: string): Promise<void> {
  await tx.deleteFrom('detached_signatures').where('signing_id', 'in', (from) => from.selectFrom('signings').select('id').where('file_id', '=', fileId)).execute();
}

/** In the order in which they were made. */
export function findDetachedSignatures(db: Db | Tx, fileIds: readonly string[]): Promise<DetachedSignatureRow[]> {
  return db.selectFrom('signings as s').innerJoin('detached_signatures as d', 'd.signing_id', 's.id')
    .select(['s.id', 's.file_id', 's.file_version', 's.signature', 's.created_at', 'd.cms'])
    .where('s.file_id', '=', anyOf(fileIds)).orderBy('s.created_at').orderBy('s.id').execute();
}
