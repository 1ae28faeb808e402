import type { FileMeta } from '#contract/entities/file.ts';
import { call } from '../api/call.ts';
import { putBody } from '../api/bodies.ts';

export interface FileUpload {
  file: Blob;
  title: string;
  signal: AbortSignal;
  onProgress(share: number): void;
}

const PDF = 'application/pdf';

/** Body first, straight to storage, then the meta that names it. */
export const uploadFile = async ({ file, title, signal, onProgress }: FileUpload): Promise<FileMeta> => {
  const { url, bodyRef } = await call('files.uploadUrl', { body: { mimeType: PDF } }, { signal });
  await putBody(url, file, { mimeType: PDF, signal, onProgress });
  return call('files.createMeta', { body: { bodyRef, attributes: { title, fields: [] } } }, { signal });
};
