import { call } from '../api/call.ts';
import type { StoredVersion, TransferOptions } from '../api/bodies.ts';
import { putBody } from '../api/bodies.ts';
import { PDF } from '../engine/core/engine.service.ts';

/**
 * Uploads the next version of a transaction's file: only the bytes that were appended to `base`. Fails with `conflict`
 * unless `base` is the version that the server has.
 */
export async function uploadTail(
  transactionId: string,
  target: { readonly fileId: string; readonly byUser?: string },
  { base, tail }: { readonly base: StoredVersion; readonly tail: Uint8Array },
  options: TransferOptions = {},
): Promise<void> {
  const appended = new Blob([tail as Uint8Array<ArrayBuffer>], { type: PDF });
  const { url } = await call(
    'transactions.updateUrl',
    { params: { id: transactionId }, body: { ...target, size: appended.size, base: { size: base.body.size, hash: base.hash } } },
    options,
  );
  await putBody(url, appended, { ...options, mimeType: PDF });
}
