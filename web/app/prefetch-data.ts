import type { Transaction } from '#contract/entities/transaction.ts';
import { prefetchCall } from '#web/services/api/prefetch-cache.ts';
import { isHandheld } from '#web/ui/device.ts';
import { warmPages } from '#web/services/engine/pages/pages.service.ts';

/** Paths of the calls that a document page makes. The contract itself is not loaded yet; a test compares the two. */
export const paths = {
  'profile.get': '/profile',
  'transactions.get': '/transactions/{id}',
  'files.getMeta': '/files/meta/{id}',
  'files.downloadUrl': '/files/download_url/{id}',
} as const;

const about = (call: Exclude<keyof typeof paths, 'profile.get'>, id: string): Promise<unknown> => prefetchCall('api', paths[call].replace('{id}', id));

let transaction: string | undefined;

/** The transaction whose data is being prefetched for this window. */
export const prefetchedTransaction = (): string | undefined => transaction;

/**
 * Prefetches what a transaction page needs as soon as there is a session. Without it the requests would start only after
 * the app and its screen have loaded, one round trip after the other.
 */
export const prefetchData = (address: string): void => {
  const [, id] = /^\/transaction\/([0-9a-f]{24})(?:[?#]|$)/.exec(address) ?? [];
  if (!id) return;
  transaction = id;
  if (!isHandheld()) warmPages();
  // The page requests again what failed, and shows the error.
  ask(id).catch((error: unknown) => console.info('Some data could not be prefetched', error));
};

const ask = async (id: string): Promise<void> => {
  const profile = prefetchCall('account', paths['profile.get']);
  const { fileIds = [] } = ((await about('transactions.get', id)) ?? {}) as Partial<Transaction>;
  const bodies = fileIds.slice(0, 1).map((file) => about('files.downloadUrl', file));
  await Promise.all([profile, ...bodies, ...fileIds.map((file) => about('files.getMeta', file))]);
};
