/** Uploads a version and hands it over, as often as it takes: an answer that is lost makes no difference. */
import { encryptedMime } from '#contract/entities/encrypted-version.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { putBody } from '../api/bodies.ts';
import { call } from '../api/call.ts';
import { toAppError } from '../app-error.ts';

/** By what was encrypted. The server knows a repetition by the reference. */
const uploaded = new WeakMap<Blob, string>();

async function uploadedRef(transactionId: string, body: Blob): Promise<string> {
  const known = uploaded.get(body);
  if (known !== undefined) return known;
  const { url, bodyRef } = await call('encryptedTransactions.uploadUrl', { params: { id: transactionId }, body: { size: body.size } });
  await putBody(url, body, { mimeType: encryptedMime });
  uploaded.set(body, bodyRef);
  return bodyRef;
}

interface Handing {
  readonly transactionId: string;
  readonly body: Blob;
  readonly as: 'encryptedTransactions.send' | 'encryptedTransactions.sign';
  /** Whether the transaction shows that it has arrived, whatever the answer was. */
  readonly hasArrived: (transaction: Transaction) => boolean;
}

export async function handOver({ transactionId, body, as, hasArrived }: Handing): Promise<Transaction> {
  const params = { id: transactionId };
  try {
    return await call(as, { params, body: { bodyRef: await uploadedRef(transactionId, body) } });
  } catch (error) {
    // The server doesn't keep for ever what nobody has handed over.
    if (toAppError(error).code === 'file_body_missing') uploaded.delete(body);
    const now = await call('transactions.get', { params }, { isFresh: true }).catch(() => null);
    if (now && hasArrived(now)) return now;
    throw error;
  }
}
