import { sql, type Insertable, type Selectable } from 'kysely';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { deleteInPortions } from '#server/platform/database/delete-in-portions.ts';
import type { UploadPurpose, UploadsTable, UploadStatus } from '#server/platform/database/tables/documents.tables.ts';

export type Upload = Selectable<UploadsTable>;
/** The resource that an uploaded body is meant for. */
export type UploadTarget = Partial<Pick<Insertable<UploadsTable>, 'file_id' | 'transaction_id' | 'recipient_id' | 'media_id' | 'base_version' | 'base_ref' | 'base_size' | 'base_hash' | 'tail_ref'>>;

export async function insertUpload(db: Db | Tx, upload: Insertable<UploadsTable>): Promise<void> {
  await db.insertInto('uploads').values(upload).execute();
}

/** Claims the upload address for one PUT; of two concurrent requests only one gets it. */
export function claimUpload(db: Db | Tx, tokenHash: Buffer): Promise<Upload | undefined> {
  return db
    .updateTable('uploads')
    .set({ status: 'receiving' })
    .where('token_hash', '=', tokenHash)
    .where('status', '=', 'open')
    .where('expires_at', '>', sql<Date>`now()`)
    .returningAll()
    .executeTakeFirst();
}

/** Reserves storage for a body that is about to be received. */
export async function reserveUpload(tx: Tx, bodyRef: string, bytes: number): Promise<void> {
  await tx.updateTable('uploads').set({ reserved: bytes }).where('body_ref', '=', bodyRef).execute();
}

/** Moves the body's storage to another account. */
export async function setUploadHolder(tx: Tx, bodyRef: string, holderId: string): Promise<void> {
  await tx.updateTable('uploads').set({ holder_id: holderId }).where('body_ref', '=', bodyRef).execute();
}

/** Releases bodies that were replaced or are no longer shown, so that they don't count as storage. */
export async function releaseUploads(tx: Tx, bodyRefs: readonly string[]): Promise<void> {
  await tx.updateTable('uploads').set({ status: 'refused' }).where('body_ref', '=', anyOf(bodyRefs)).execute();
}

/**
 * Releases the recipient's other signed bodies for the same file, which this one supersedes. Returns their
 * references.
 */
export async function releaseSupersededUploads(tx: Tx, { body_ref: ref, transaction_id: transactionId, file_id: fileId, recipient_id: recipientId }: Pick<Upload, 'body_ref' | 'transaction_id' | 'file_id' | 'recipient_id'>): Promise<string[]> {
  const rows = await tx.updateTable('uploads').set({ status: 'refused' })
    .where('transaction_id', '=', transactionId).where('file_id', '=', fileId).where('recipient_id', '=', recipientId)
    .where('purpose', '=', 'signed').where('status', 'in', ['stored', 'waiting']).where('body_ref', '<>', ref).returning('body_ref').execute();
  return rows.map((row) => row.body_ref);
}

export function findUploadByToken(db: Db, tokenHash: Buffer): Promise<Upload | undefined> {
  return db.selectFrom('uploads').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();
}

export function findUpload(db: Db | Tx, bodyRef: string): Promise<Upload | undefined> {
  return db.selectFrom('uploads').selectAll().where('body_ref', '=', bodyRef).executeTakeFirst();
}

export async function setUploadStatus(db: Db | Tx, bodyRef: string, status: UploadStatus): Promise<void> {
  await db.updateTable('uploads').set({ status }).where('body_ref', '=', bodyRef).execute();
}

/** Refuses an upload; false when it has left the state `from`, that is, it was accepted or used. */
export async function refuseUpload(db: Db, bodyRef: string, from: UploadStatus = 'receiving'): Promise<boolean> {
  const row = await db
    .updateTable('uploads')
    .set({ status: 'refused' })
    .where('body_ref', '=', bodyRef)
    .where('status', '=', from)
    .returning('body_ref')
    .executeTakeFirst();
  return row !== undefined;
}

/** `tailSize`: bytes of the tail, where only that was stored. */
export async function markStored(db: Db | Tx, bodyRef: string, { size, hash, tailSize = null }: { size: number; hash: string; tailSize?: number | null }): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ status: 'stored', size, hash, tail_size: tailSize, stored_at: sql<Date>`clock_timestamp()` })
    .where('body_ref', '=', bodyRef)
    .execute();
}

/** Locks a stored body of this owner that nothing uses yet, so that it can be used only once. */
export function lockStoredUpload(tx: Tx, ownerId: string, bodyRef: string, purpose: UploadPurpose): Promise<Upload | undefined> {
  return tx
    .selectFrom('uploads')
    .selectAll()
    .where('body_ref', '=', bodyRef)
    .where('owner_id', '=', ownerId)
    .where('purpose', '=', purpose)
    .where('status', '=', 'stored')
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Returns the newest body for a file of a transaction, waiting or accepted: the sender's preparation when `signer`
 * is null, else the signed body uploaded by this recipient's current account. Uploads of an earlier assignee don't
 * count.
 */
export function findNewestUpload(
  db: Db | Tx, transactionId: string, fileId: string, signer: { recipientId: string; accountId: string } | null,
): Promise<Upload | undefined> {
  const uploads = db
    .selectFrom('uploads')
    .selectAll()
    .where('transaction_id', '=', transactionId)
    .where('file_id', '=', fileId)
    .where('status', 'in', ['stored', 'waiting', 'used'])
    .orderBy('stored_at', 'desc')
    .limit(1);
  if (signer === null) return uploads.where('recipient_id', 'is', null).executeTakeFirst();
  return uploads.where('recipient_id', '=', signer.recipientId).where('owner_id', '=', signer.accountId).executeTakeFirst();
}

/** Deletes unused uploads whose addresses expired before this time; returns the references of their bodies. */
export async function deleteAbandonedUploads(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .deleteFrom('uploads')
    .where('body_ref', 'in', (query) =>
      query.selectFrom('uploads').select('body_ref').where('expires_at', '<', before)
        .where(sql<boolean>`status <> 'used'`).where('status', '<>', 'waiting').orderBy('expires_at').limit(limit))
    .returning('body_ref')
    .execute();
  return rows.map((row) => row.body_ref);
}

/** Deletes uploads of documents that were used and expired before this time: the versions name their bodies. */
export const deleteUsedUploads = (db: Db, before: Date): Promise<number> =>
  deleteInPortions(db, 'uploads', sql<boolean>`status = 'used' and purpose in ('file', 'file_update', 'prepared', 'signed') and expires_at < ${before}`);
