import type { BodyFile } from '#server/services/documents/document-checker.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { Storage } from '#server/adapters/storage/storage.ts';
import type { FileRow } from '#server/repositories/files.repository.ts';
import type { Upload } from '#server/repositories/uploads.repository.ts';

/** Provides the current body of a file and an uploaded one as local files during `look`. Adds the file's id to errors. */
export async function withBodies<T>(
  storage: Storage, file: FileRow, upload: Upload, look: (base: BodyFile, upload: BodyFile) => Promise<T>,
): Promise<T> {
  const base = await storage.local(file.body_ref);
  try {
    const staged = await storage.local(upload.body_ref);
    try {
      return await look(
        { path: base.path, size: Number(file.size), hash: file.hash },
        { path: staged.path, size: Number(upload.size), hash: upload.hash ?? '' },
      ).catch((error: unknown) => {
        throw error instanceof AppError ? new AppError(error.code, { ...(error.details as object | undefined), fileId: file.id }, error.message) : error;
      });
    } finally {
      await staged.release();
    }
  } finally {
    await base.release();
  }
}
