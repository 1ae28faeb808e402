/**
 * Uploads of a tail: the bytes that a client appends to the current version of a file. The version that it continues is
 * named when the address is opened, and must be the current one until the tail is stored.
 */
import type { UploadBase } from '#contract/entities/storage.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/id.ts';
import { continueBody } from '#server/repositories/bodies.repository.ts';
import { isCurrentBody, type FileRow } from '#server/repositories/files.repository.ts';
import type { Upload, UploadTarget } from '#server/repositories/uploads.repository.ts';

export type Continuation = Pick<UploadTarget, 'base_ref' | 'base_size' | 'base_hash' | 'tail_ref'>;

/** The columns of an upload that continues this body. */
export const continuationOf = ({ ref, size, hash }: { ref: string; size: number; hash: string }): Continuation =>
  ({ base_ref: ref, base_size: size, base_hash: hash, tail_ref: newId() });

/** Throws `conflict` if the base is not the current version, `wrong_mime_type` if nothing can be appended to its type. */
export function continuationOfFile(file: FileRow, base: UploadBase | undefined, mime: string): Continuation {
  if (base === undefined) return {};
  if (mime !== 'application/pdf' || file.mime !== mime) throw new AppError('wrong_mime_type');
  if (base.size !== Number(file.size) || base.hash !== file.hash) throw new AppError('conflict', { fileId: file.id });
  return continuationOf({ ref: file.body_ref, size: base.size, hash: base.hash });
}

/** An upload of a tail. */
type TailUpload = Upload & { base_ref: string; base_size: string; base_hash: string; tail_ref: string };

export const isTail = (upload: Upload): upload is TailUpload => upload.tail_ref !== null;

/** Names the parts of the body before its tail comes, so that nobody removes them meanwhile. Throws `conflict`. */
export async function beginTail(tx: Tx, upload: TailUpload): Promise<void> {
  const begun = await continueBody(tx, { ref: upload.body_ref, base: upload.base_ref, size: Number(upload.base_size), tail: upload.tail_ref });
  if (!begun) throw new AppError('conflict', { fileId: upload.file_id });
  await assertBaseCurrent(tx, upload);
}

/** Throws `conflict` unless the tail was made for the current version of its file. */
export async function assertBaseCurrent(tx: Tx, { file_id: fileId, base_version: version, base_ref: ref }: TailUpload): Promise<void> {
  if (!(await isCurrentBody(tx, fileId ?? '', version ?? 0, ref))) throw new AppError('conflict', { fileId });
}
