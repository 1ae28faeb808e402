import type { KnownPrefix } from '@countersign/core/node';
import type { BodyFile, UploadedBody } from '#server/services/documents/document-checker.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { Base, Storage } from '#server/adapters/storage/storage.ts';
import type { FileRow } from '#server/repositories/files.repository.ts';
import type { Upload } from '#server/repositories/uploads.repository.ts';

/**
 * Gives `look` an uploaded body, and what is known of the version that it must continue. Adds the
 * file's id to errors.
 */
export async function withBodies<T>(
  storage: Storage, file: FileRow, upload: Upload, look: (base: BodyFile, upload: UploadedBody) => Promise<T>,
): Promise<T> {
  const base = { ref: file.body_ref, size: Number(file.size), hash: file.hash };
  // What was stored as a tail of the version begins with it.
  const prefix = upload.base_ref === base.ref ? await prefixOf(storage, base) : null;
  const parts = await storage.source(upload.body_ref);
  return look(base, { parts, size: Number(upload.size), hash: upload.hash ?? '', prefix }).catch((error: unknown) => {
    throw error instanceof AppError ? new AppError(error.code, { ...(error.details as object | undefined), fileId: file.id }, error.message) : error;
  });
}

/** The part of this body that the core need not read again in a body that continues it. */
export async function prefixOf(storage: Pick<Storage, 'known'>, base: Base): Promise<KnownPrefix> {
  const { state, objects } = await storage.known(base);
  return { length: base.size, state, ...(objects && { objects }) };
}
