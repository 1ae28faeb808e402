import { bodyMimeTypes } from '#contract/entities/file.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { FileRow } from '#server/repositories/files.repository.ts';

/**
 * Only a PDF can be signed, because the binding of signature and document is defined by PDF. XHTML forms are only filled in;
 * other types must be converted first.
 */
export function assertSignable({ id, mime }: Pick<FileRow, 'id' | 'mime'>): void {
  const kind = Object.entries(bodyMimeTypes).find(([known]) => known === mime)?.[1];
  if (kind !== 'pdf') throw new AppError(kind === 'xhtml' ? 'sign_not_pdf' : 'feature_not_supported', { fileId: id });
}
