/** The files of a transaction as they were before fields were placed and recipients filled them. */
import type { Field as CoreField } from '@countersign/core/node';
import { createField, type Field } from '#contract/entities/field.ts';
import { isEditable } from '#contract/entities/transaction.ts';
import type { DocumentReader } from '#server/adapters/core/document-reader.ts';
import type { Storage } from '#server/adapters/storage/storage.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import { findFiles, findVersions, withFields, type FileVersion, type FileWithFields } from '#server/repositories/files.repository.ts';
import { findFilledFields } from '#server/repositories/signings.repository.ts';
import type { TransactionState } from '#server/services/transactions/transaction-state.ts';
import type { FileToCopy } from './copy-files.ts';
import { isPage } from '#server/services/signing/signable.ts';
import { unfilledFields } from './unfilled-fields.ts';

interface OriginalFilesDependencies {
  db: Db;
  storage: Storage;
  reader: DocumentReader;
}

/** Throws `version_not_found` for password-protected documents that were sent: what they were without protection was removed. */
export async function originalFiles({ db, storage, reader }: OriginalFilesDependencies, state: TransactionState): Promise<FileToCopy[]> {
  const files = await filesInOrder(db, state.fileIds);
  const versions = await findVersions(db, state.fileIds);
  if (state.options.requirePasswordProtection && !isEditable(state.row.status)) throw new AppError('version_not_found', { fileIds: state.fileIds });
  const filled = isEditable(state.row.status) ? [] : await findFilledFields(db, state.row.id);
  return Promise.all(files.map(async (file) => {
    const body = originalOf(file, versions);
    const fields = unfilledFields(file.fields, filled.filter((each) => each.file_id === file.id), state.recipients);
    // A page has the fields that its owner filled in; nothing was placed into it.
    if (body.version === file.version || isPage(file)) return { file, body, fields };
    return { file, body, fields: unplacedFields(fields, await reader.fields(await storage.source(body.body_ref))) };
  }));
}

function originalOf({ id }: FileWithFields, versions: readonly FileVersion[]): FileVersion {
  const body = versions.findLast((each) => each.file_id === id && each.removed_at === null && (each.kind === 'original' || each.kind === 'update'));
  if (!body) throw new AppError('version_not_found', { fileIds: [id] });
  return body;
}

/** Fields that the document does not have are to be placed, and those of it that were changed are to be changed again. */
function unplacedFields(fields: readonly Field[], inDocument: readonly CoreField[]): Field[] {
  const known = inDocument.map(asField);
  return fields.map((field) => {
    const own = known.find((each) => each.pdfFieldId === field.pdfFieldId) ?? known.find((each) => each.fieldName === field.fieldName);
    return own ? { ...field, pdfFieldId: own.pdfFieldId, changed: field.changed || differs(own, field) } : { ...field, pdfFieldId: null, changed: false };
  });
}

const asField = (field: CoreField): Field => createField(field as Parameters<typeof createField>[0]);

/** What a document does not say, or says otherwise than the metadata. */
const notInDocument: readonly (keyof Field)[] = ['id', 'pdfFieldId', 'fieldName', 'group', 'recipient', 'mode', 'detected', 'changed', 'hasAppearance'];

const differs = (own: Field, field: Field): boolean =>
  (Object.keys(own) as (keyof Field)[]).some((key) => !notInDocument.includes(key) && JSON.stringify(own[key]) !== JSON.stringify(field[key]));

export async function filesInOrder(db: Db | Tx, ids: readonly string[]): Promise<FileWithFields[]> {
  const files = await findFiles(db, ids);
  const complete: FileWithFields[] = [];
  for (const id of ids) {
    const file = files.find((each) => each.id === id);
    if (!file) throw new AppError('related_file_deleted', { fileIds: [id] });
    complete.push(await withFields(db, file));
  }
  return complete;
}
