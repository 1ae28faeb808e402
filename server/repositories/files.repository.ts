import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Field } from '#contract/entities/field.ts';
import type { TransactionStatus } from '#contract/entities/transaction.ts';
import { mapInBatches } from '#server/platform/batches.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import type { FilesTable, FileVersionsTable } from '#server/platform/database/tables/documents.tables.ts';
import { withDefaults } from './stored-field.ts';

export type FileVersion = Selectable<FileVersionsTable>;
/**
 * A file with its current body, without its fields: there may be thousands, which the driver would parse in one turn of the
 * event loop, for each row and call.
 */
export type FileRow = Omit<Selectable<FilesTable>, 'fields'> & Pick<FileVersion, 'body_ref' | 'mime' | 'size' | 'hash'>;
export type FileWithFields = FileRow & { fields: Field[] };

const columns = {
  id: true, owner_id: true, title: true, type: true, public: true, shared_with: true, version: true, meta_version: true, source_mime: true,
  convert_status: true, org_id: true, granted_features: true, in_bulk: true, archived: true, created_at: true, updated_at: true, deleted_at: true, owner_left_at: true,
} as const satisfies Record<Exclude<keyof FilesTable, 'fields'>, true>;
const columnNames = Object.keys(columns) as (keyof typeof columns)[];

export const withBody = (db: Db | Tx) =>
  db
    .selectFrom('files')
    .innerJoin('file_versions', (join) =>
      join.onRef('file_versions.file_id', '=', 'files.id').onRef('file_versions.version', '=', 'files.version'))
    .select(columnNames.map((name) => `files.${name}` as const))
    .select(['file_versions.body_ref', 'file_versions.mime', 'file_versions.size', 'file_versions.hash'])
    .where('files.deleted_at', 'is', null);

export function findFile(db: Db | Tx, id: string): Promise<FileRow | undefined> {
  return withBody(db).where('files.id', '=', id).executeTakeFirst();
}

export function findFiles(db: Db | Tx, ids: readonly string[]): Promise<FileRow[]> {
  return ids.length === 0 ? Promise.resolve([]) : withBody(db).where('files.id', '=', anyOf(ids)).execute();
}

/** Returns the fields of a file, one per row, so that the driver doesn't parse them, and parses them in batches. */
export async function findFields(db: Db | Tx, id: string): Promise<Field[]> {
  const { rows } = await sql<{ text: string }>`
    select field::text as text from files, jsonb_array_elements(fields) with ordinality each(field, place) where id = ${id} order by place`.execute(db);
  return mapInBatches(rows, ({ text }) => withDefaults(JSON.parse(text) as Field));
}

/** Adds the fields to a row that was read before: a caller who compares its `meta_version` later notices every change. */
export const withFields = async (db: Db | Tx, file: FileRow): Promise<FileWithFields> => ({ ...file, fields: await findFields(db, file.id) });

/**
 * Locks files in ascending order of id everywhere, so that concurrent changes wait for each other instead of
 * deadlocking.
 */
export async function lockFiles(tx: Tx, ids: readonly string[]): Promise<FileRow[]> {
  if (ids.length === 0) return [];
  await tx.selectFrom('files').select('id').where('id', '=', anyOf(ids)).orderBy('id').forUpdate().execute();
  return findFiles(tx, ids);
}

/** Also true for deleted files: ids are never reused. */
export async function fileIdTaken(db: Db | Tx, id: string): Promise<boolean> {
  return (await db.selectFrom('files').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** Whether this body is the current version of the file, and that has this number. */
export async function isCurrentBody(tx: Tx, fileId: string, version: number, bodyRef: string): Promise<boolean> {
  const row = await withBody(tx).where('files.id', '=', fileId).where('files.version', '=', version).where('body_ref', '=', bodyRef).where('removed_at', 'is', null).executeTakeFirst();
  return row !== undefined;
}

export function findVersion(db: Db | Tx, fileId: string, version: number): Promise<FileVersion | undefined> {
  return db.selectFrom('file_versions').selectAll().where('file_id', '=', fileId).where('version', '=', version).where('removed_at', 'is', null).executeTakeFirst();
}

/** Returns all versions of the files, oldest first, including those whose bodies were removed. */
export function findVersions(db: Db | Tx, fileIds: readonly string[]): Promise<FileVersion[]> {
  if (fileIds.length === 0) return Promise.resolve([]);
  return db.selectFrom('file_versions').selectAll().where('file_id', '=', anyOf(fileIds)).orderBy('file_id').orderBy('version').execute();
}

export async function insertFile(tx: Tx, file: Insertable<FilesTable>): Promise<void> {
  await tx.insertInto('files').values(file).execute();
}

/** The caller must hold the lock on the file's row: version numbers have no gaps. */
export async function insertVersion(tx: Tx, version: Insertable<FileVersionsTable>): Promise<void> {
  await tx.insertInto('file_versions').values(version).execute();
  await tx
    .updateTable('files')
    .set({ version: version.version, updated_at: new Date() })
    .where('id', '=', version.file_id)
    .execute();
}

/** Marks all versions as removed, leaving only their hashes. Returns the references of their bodies. */
export async function removeVersions(tx: Tx, fileId: string): Promise<string[]> {
  const removed = await tx.updateTable('file_versions').set({ removed_at: new Date() })
    .where('file_id', '=', fileId).where('removed_at', 'is', null).returning('body_ref').execute();
  return [...new Set(removed.map((each) => each.body_ref))];
}

/**
 * Marks the versions before this one as removed, leaving only their hashes. Returns the bodies that no other
 * version and no pending bulk send uses.
 */
export async function removeVersionsBefore(tx: Tx, fileId: string, version: number): Promise<string[]> {
  const removed = await tx
    .updateTable('file_versions')
    .set({ removed_at: new Date() })
    .where('file_id', '=', fileId)
    .where('version', '<', version)
    .where('removed_at', 'is', null)
    .returning('body_ref')
    .execute();
  const { rows } = await sql<{ ref: string }>`
    select distinct ref from unnest(${removed.map((each) => each.body_ref)}::text[]) ref
    where not exists (select 1 from file_versions where body_ref = ref and removed_at is null)
      and not exists (select 1 from bulks where job_status = 'pending' and blueprint -> 'files' @> jsonb_build_array(jsonb_build_object('bodyRef', ref)))`.execute(tx);
  return rows.map(({ ref }) => ref);
}

export async function updateFile(tx: Tx, id: string, changes: Updateable<FilesTable>): Promise<void> {
  await tx
    .updateTable('files')
    .set({ ...changes, meta_version: sql<number>`meta_version + 1`, updated_at: new Date() })
    .where('id', '=', id)
    .execute();
}

export async function removeFile(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('files').set({ deleted_at: new Date() }).where('id', '=', id).execute();
}

/** Hides the files from their owner; people who signed them keep access. */
export async function hideFilesFromOwner(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.updateTable('files').set({ owner_left_at: new Date(), shared_with: [], public: false }).where('id', '=', anyOf(ids)).where('owner_left_at', 'is', null).execute();
}

export interface FileUse {
  fileId: string;
  transactionId: string;
  status: TransactionStatus;
}

/** Returns the transactions that contain the files. */
export function findUses(db: Db | Tx, fileIds: readonly string[]): Promise<FileUse[]> {
  if (fileIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('transaction_files')
    .innerJoin('transactions', 'transactions.id', 'transaction_files.transaction_id')
    .select(['transaction_files.file_id as fileId', 'transactions.id as transactionId', 'transactions.status'])
    .where('transaction_files.file_id', '=', anyOf(fileIds))
    .where('transactions.deleted_at', 'is', null)
    .execute();
}

/** Returns the transactions of which the files are the audit trails. */
export function findAudited(db: Db | Tx, fileIds: readonly string[]): Promise<FileUse[]> {
  if (fileIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('transactions')
    .select(['audit_file_id as fileId', 'id as transactionId', 'status'])
    .where('audit_file_id', '=', anyOf(fileIds))
    .where('deleted_at', 'is', null)
    .$castTo<FileUse>()
    .execute();
}

/** Returns the files that have been sent: they permanently contain the fields of their transaction. */
export async function findSentFiles(db: Db | Tx, fileIds: readonly string[]): Promise<string[]> {
  if (fileIds.length === 0) return [];
  const rows = await db
    .selectFrom('file_versions')
    .select('file_id')
    .distinct()
    .where('file_id', '=', anyOf(fileIds))
    .where('kind', 'in', ['prepared', 'signed'])
    .execute();
  return rows.map((row) => row.file_id);
}
