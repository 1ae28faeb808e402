import { call } from '../api/call.ts';
import type { StoredVersion } from '../api/bodies.ts';
import { putBody } from '../api/bodies.ts';
import type { TransferOptions } from '../api/document-download.ts';
import { PDF } from '../engine/core/engine.service.ts';

interface TailTarget {
  readonly fileId: string;
  readonly byUser?: string;
}

/**
 * The address to which the next version of a transaction's file is uploaded, as the bytes that are appended to `base`.
 * Fails with `conflict` unless `base` is the version that the server has.
 */
export async function tailAddress(transactionId: string, target: TailTarget, base: StoredVersion, { size, ...options }: TransferOptions & { size?: number } = {}): Promise<string> {
  const named = { ...target, ...(size === undefined ? {} : { size }), base: { size: base.body.size, hash: base.hash } };
  return (await call('transactions.updateUrl', { params: { id: transactionId }, body: named }, options)).url;
}

/** Uploads appended bytes. */
export async function putTail(url: string, tail: Uint8Array, options: TransferOptions = {}): Promise<void> {
  await putBody(url, new Blob([tail as Uint8Array<ArrayBuffer>], { type: PDF }), { ...options, mimeType: PDF });
}

/** Uploads the next version of a transaction's file: only the bytes that were appended to `base`. */
export async function uploadTail(
  transactionId: string,
  target: TailTarget,
  { base, tail }: { readonly base: StoredVersion; readonly tail: Uint8Array },
  options: TransferOptions = {},
): Promise<void> {
  await putTail(await tailAddress(transactionId, target, base, { ...options, size: tail.length }), tail, options);
}
