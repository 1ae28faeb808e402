import { AppError, toAppError } from '../app-error.ts';
import { call } from '../api/call.ts';
import type { StoredVersion } from '../api/bodies.ts';
import { putBody, storedAs } from '../api/bodies.ts';
import type { TransferOptions } from '../api/document-download.ts';
import { PDF, withDocument } from '../engine/core/engine.service.ts';

/** Whether the document needs a password to open. */
async function isProtected(body: Blob): Promise<boolean> {
  try {
    return await withDocument(body, async ({ info }) => info.encrypted);
  } catch (error) {
    if (toAppError(error).code === 'pdf_password') return true;
    throw error;
  }
}

/** Encrypts the document with the password. */
async function encrypted(body: Blob, password: string): Promise<Blob> {
  const { blobOf } = await import('@countersign/core/custom-worker');
  const sealed = await withDocument(body, async (document) => blobOf(body, await document.encrypt({ user: password, owner: password })));
  if (!(await isProtected(sealed))) throw new AppError('failed_to_encrypt');
  return sealed;
}

/**
 * Protects a file with the password and makes that its current version, which the fields are placed in. A file that was
 * protected at an earlier try stays as it is; where that was with another password, `pdf_incorrect_password` says so.
 */
export async function protectFile(fileId: string, stored: StoredVersion, password: string, options: TransferOptions = {}): Promise<StoredVersion> {
  if (await isProtected(stored.body)) {
    await withDocument(stored.body, () => Promise.resolve(), password);
    return stored;
  }
  const sealed = await encrypted(stored.body, password);
  const { url } = await call('files.updateUrl', { params: { id: fileId }, body: { mimeType: PDF, size: sealed.size } }, options);
  return storedAs(sealed, await putBody(url, sealed, { ...options, mimeType: PDF }));
}
