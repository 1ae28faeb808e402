import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import type { TemplatesTable } from '#server/platform/database/tables/documents.tables.ts';

export type TemplateRow = Selectable<TemplatesTable>;

export function findTemplate(db: Db | Tx, id: string): Promise<TemplateRow | undefined> {
  return db.selectFrom('templates').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();
}

/** Every change of a template takes this lock first. */
export function lockTemplate(tx: Tx, id: string): Promise<TemplateRow | undefined> {
  return tx.selectFrom('templates').selectAll().where('id', '=', id).where('deleted_at', 'is', null).forUpdate().executeTakeFirst();
}

export async function templateIdTaken(db: Db | Tx, id: string): Promise<boolean> {
  return (await db.selectFrom('templates').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

export async function insertTemplate(tx: Tx, row: Insertable<TemplatesTable>): Promise<void> {
  await tx.insertInto('templates').values(row).execute();
}

export async function updateTemplate(tx: Tx, id: string, changes: Updateable<TemplatesTable>): Promise<void> {
  await tx.updateTable('templates').set({ ...changes, version: sql<number>`version + 1`, updated_at: new Date() }).where('id', '=', id).execute();
}

export async function setTemplateFiles(tx: Tx, templateId: string, fileIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('template_files').where('template_id', '=', templateId).execute();
  if (fileIds.length === 0) return;
  await tx.insertInto('template_files').values(fileIds.map((file_id, position) => ({ template_id: templateId, file_id, position }))).execute();
}

interface TemplateFileUse {
  fileId: string;
  templateId: string;
}

export function findTemplateFiles(db: Db | Tx, templateIds: readonly string[]): Promise<TemplateFileUse[]> {
  if (templateIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('template_files')
    .innerJoin('files', 'files.id', 'template_files.file_id')
    .select(['template_files.file_id as fileId', 'template_files.template_id as templateId'])
    .where('template_files.template_id', '=', anyOf(templateIds))
    .where('files.deleted_at', 'is', null)
    .orderBy('template_files.position')
    .execute();
}

/** Returns the files of a template that were deleted after it was last saved. */
export async function findDeletedFiles(db: Db | Tx, templateId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('template_files')
    .innerJoin('files', 'files.id', 'template_files.file_id')
    .select('template_files.file_id')
    .where('template_files.template_id', '=', templateId)
    .where('files.deleted_at', 'is not', null)
    .execute();
  return rows.map((row) => row.file_id);
}

/** Returns the templates that contain the files. */
export function findTemplateUses(db: Db | Tx, fileIds: readonly string[]): Promise<TemplateFileUse[]> {
  if (fileIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('template_files')
    .innerJoin('templates', 'templates.id', 'template_files.template_id')
    .select(['template_files.file_id as fileId', 'template_files.template_id as templateId'])
    .where('template_files.file_id', '=', anyOf(fileIds))
    .where('templates.deleted_at', 'is', null)
    .execute();
}

/** Returns the transactions made from the templates, newest first, without those of bulk sends. */
export function findTransactionsFromTemplate(db: Db | Tx, templateIds: readonly string[]): Promise<{ id: string; template_id: string | null }[]> {
  if (templateIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('transactions')
    .select(['id', 'template_id'])
    .where('template_id', '=', anyOf(templateIds))
    .where('deleted_at', 'is', null)
    .where('bulk_id', 'is', null)
    .orderBy('created_at', 'desc')
    .execute();
}
