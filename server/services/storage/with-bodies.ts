import type { KnownPrefix } from '@countersign/core/node';
import type { BodyFile, LocalBodyFile } from '#server/services/documents/document-checker.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { Base, Storage } from '#server/adapters/storage/storage.ts';
import type { FileRow } from '#server/repositories/files.repository.ts';
import type { Upload } from '#server/repositories/uploads.repository.ts';

/**
 * Provides an uploaded body as local files during `look`, and what is known of the version that it must continue. Adds the
 * file's id to errors.
 */
export async function withBodies<T>(
  storage: Storage, file: FileRow, upload: Upload, look: (base: BodyFile, upload: LocalBodyFile) => Promise<T>,
): Promise<T> {
  const base = { ref: file.body_ref, size: Number(file.size), hash: file.hash };
  // What was stored as a tail of the version begins with it.
  const prefix = upload.base_ref === base.ref ? await prefixOf(storage, base) : null;
  const staged = await storage.local(upload.body_ref);
  try {
    return await look(
      base,
      { parts: staged.parts, size: Number(upload.size), hash: upload.hash ?? '', prefix },
    ).catch((error: unknown) => {
      throw error instanceof AppError ? new AppError(error.code, { ...(error.details as object | undefined), fileId: file.id }, error.message) : error;
    });
  } finally {
    await staged.release();
  }
}

/** What the core need not hash again of a body that continues this one. */
export const prefixOf = async (storage: Pick<Storage, 'hashState'>, base: Base): Promise<KnownPrefix> => ({ length: base.size, state: await storage.hashState(base) });
