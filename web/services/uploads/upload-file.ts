import type { Field } from '#contract/entities/field.ts';
import type { FileMeta, FileMimeType } from '#contract/entities/file.ts';
import { toAppError } from '../app-error.ts';
import { call } from '../api/call.ts';
import { putBody, rememberBody } from '../api/bodies.ts';
import { unlessCanceled } from './unless-canceled.ts';
import { keepableFields } from './keepable-fields.ts';

interface FileUpload {
  file: Blob;
  mimeType: FileMimeType;
  title: string;
  /** AcroForm fields of the document. */
  fields: Field[];
  signal: AbortSignal;
  onProgress(share: number): void;
  /** The id to create it with, so that a repeated upload creates nothing twice. */
  id?: string;
  /** The space to create it in, if it isn't the current one: an organization, or null for the person's own. */
  orgId?: string | null;
}

/** Saves fields, and tries again without the invalid ones if the server refuses them. */
const keeping = async (fields: Field[], keep: (valid: Field[]) => Promise<FileMeta>): Promise<FileMeta> => {
  try {
    return await keep(fields);
  } catch (error) {
    if (toAppError(error).code !== 'request_validation_error' || fields.length === 0) throw error;
    const valid = await keepableFields(fields);
    console.warn('Fields of the document that can\'t be kept:', fields.length - valid.length);
    return keep(valid);
  }
};

/** Uploads the body to storage, then creates the meta that refers to it. */
export const uploadFile = async ({ file, mimeType, title, fields, signal, onProgress, id, orgId }: FileUpload): Promise<FileMeta> => {
  const query = orgId === undefined ? {} : { orgId: orgId ?? undefined };
  const { url, bodyRef } = await call('files.uploadUrl', { query, body: { mimeType, size: file.size } }, { signal });
  await putBody(url, file, { mimeType, signal, onProgress });
  signal.throwIfAborted();
  const meta = await unlessCanceled(keeping(fields, (valid) => call('files.createMeta', { query, body: { id, bodyRef, attributes: { title, fields: valid } } })), signal);
  rememberBody(meta.id, meta.version, file);
  return meta;
};

/** Saves the fields of an uploaded document. */
export const saveFields = (id: string, fields: Field[]): Promise<FileMeta> =>
  keeping(fields, (valid) => call('files.updateMeta', { params: { id }, body: { attributes: { fields: valid } } }));
