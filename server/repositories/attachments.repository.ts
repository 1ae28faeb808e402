/** Files that signers attached. */
import type { Insertable, Selectable } from 'kysely';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import type { AttachmentsTable } from '#server/platform/database/tables/documents.tables.ts';

export type AttachmentRow = Selectable<AttachmentsTable>;

export function findAttachments(db: Db | Tx, transactionIds: readonly string[]): Promise<AttachmentRow[]> {
  return db.selectFrom('attachments').selectAll().where('transaction_id', '=', anyOf(transactionIds)).orderBy('created_at').orderBy('request_id').execute();
}

export const insertAttachment = (tx: Tx, row: Insertable<AttachmentsTable>): Promise<AttachmentRow> =>
  tx.insertInto('attachments').values(row).returningAll().executeTakeFirstOrThrow();

export async function deleteAttachment(tx: Tx, bodyRef: string): Promise<void> {
  await tx.deleteFrom('attachments').where('body_ref', '=', bodyRef).execute();
}
