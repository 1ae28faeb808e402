import type { PlaceField } from '#contract/entities/signature-anchor.ts';
import { fetchBody } from '../api/bodies.ts';
import { withDocument } from '../engine/core/engine.service.ts';
import { uploadTail } from '../uploads/upload-tail.ts';
import { protectFile } from './protect-file.service.ts';

interface PlaceFieldsOptions {
  readonly transactionId: string;
  readonly fileId: string;
  readonly fields: readonly PlaceField[];
  /** Password that protects the document. */
  readonly password?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  onProgress?(share: number): void;
}

const FETCHED = 0.2;
const PROTECTED = 0.4;
const PLACED = 0.5;

/**
 * Turns the fields of a file into widgets in one appended revision and puts the
 * result aside at the server, until the transaction starts. Always made from the
 * current version, so that it can simply be done again.
 */
export async function placeFieldsForSending(options: PlaceFieldsOptions): Promise<void> {
  const { transactionId, fileId, fields, password, signal, onProgress } = options;
  const stored = await fetchBody(fileId, { signal });
  onProgress?.(FETCHED);
  const base = password ? await protectFile(fileId, stored, password, { signal }) : stored;
  onProgress?.(PROTECTED);
  const tail = await withDocument(
    base.body,
    async (document) => {
      // Fails here, for the sender, instead of at the recipient after filling everything in.
      await document.checkSignable();
      return document.placeFields(fields);
    },
    password,
  );
  onProgress?.(PLACED);
  await uploadTail(transactionId, { fileId }, { base, tail: tail.bytes }, {
    signal,
    onProgress: (share) => onProgress?.(PLACED + share * (1 - PLACED)),
  });
}
