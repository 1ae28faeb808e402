import type { Field } from '#contract/entities/field.ts';
import type { FileMeta, FileMimeType } from '#contract/entities/file.ts';
import { counts } from '#contract/limits.ts';
import { toAppError } from '../app-error.ts';
import { call } from '../api/call.ts';
import { putBody, rememberBody } from '../api/bodies.ts';
import { unlessCanceled } from './unless-canceled.ts';

export interface FileUpload {
  file: Blob;
  mimeType: FileMimeType;
  title: string;
  /** The fields that the document has of its own. */
  fields: Field[];
  signal: AbortSignal;
  onProgress(share: number): void;
}

/** Fields of a foreign document can be stranger than the product keeps: those stay in the document alone. */
const keepable = async (fields: readonly Field[]): Promise<Field[]> => {
  const { field } = await import('#contract/entities/field.ts');
  return fields.filter((each) => field.safeParse(each).success).slice(0, counts.fieldsPerFile);
};

/** Has the fields kept; where the server can't keep some of them, the others. */
const keeping = async (fields: Field[], keep: (kept: Field[]) => Promise<FileMeta>): Promise<FileMeta> => {
  try {
    return await keep(fields);
  } catch (error) {
    if (toAppError(error).code !== 'request_validation_error' || fields.length === 0) throw error;
    const kept = await keepable(fields);
    console.warn('Fields of the document that can\'t be kept:', fields.length - kept.length);
    return keep(kept);
  }
};

/** Body first, straight to storage, then the meta that names it. */
export const uploadFile = async ({ file, mimeType, title, fields, signal, onProgress }: FileUpload): Promise<FileMeta> => {
  const { url, bodyRef } = await call('files.uploadUrl', { body: { mimeType, size: file.size } }, { signal });
  await putBody(url, file, { mimeType, signal, onProgress });
  signal.throwIfAborted();
  const meta = await unlessCanceled(keeping(fields, (kept) => call('files.createMeta', { body: { bodyRef, attributes: { title, fields: kept } } })), signal);
  rememberBody(meta.id, meta.version, file);
  return meta;
};

/** The fields of a document that is on the server already. */
export const saveFields = (id: string, fields: Field[]): Promise<FileMeta> =>
  keeping(fields, (kept) => call('files.updateMeta', { params: { id }, body: { attributes: { fields: kept } } }));
