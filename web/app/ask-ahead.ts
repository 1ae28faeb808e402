import type { Transaction } from '#contract/entities/transaction.ts';
import { readAhead } from '#web/services/api/ahead.ts';
import { isHandheld } from '#web/ui/device.ts';
import { warmPages } from '#web/services/engine/pages/pages.service.ts';

/** The paths of calls that a document is shown with; the contract itself is not here yet. */
export const paths = {
  'profile.get': '/profile',
  'transactions.get': '/transactions/{id}',
  'files.getMeta': '/files/meta/{id}',
  'files.downloadUrl': '/files/download_url/{id}',
} as const;

const about = (call: Exclude<keyof typeof paths, 'profile.get'>, id: string): Promise<unknown> => readAhead('api', paths[call].replace('{id}', id));

let transaction: string | undefined;

/** The transaction whose page is on its way, since this window was opened for it. */
export const transactionAhead = (): string | undefined => transaction;

/**
 * What the page of a transaction will ask for, asked as soon as it is known who is here: each by itself would wait for the
 * app and for the screen before it, a way there and back after the other.
 */
export const askAhead = (address: string): void => {
  const [, id] = /^\/transaction\/([0-9a-f]{24})(?:[?#]|$)/.exec(address) ?? [];
  if (!id) return;
  transaction = id;
  if (!isHandheld()) warmPages();
  // Whatever fails is asked for again by the page, which says what is wrong.
  ask(id).catch((error: unknown) => console.info('Not everything was reached in advance', error));
};

const ask = async (id: string): Promise<void> => {
  const profile = readAhead('account', paths['profile.get']);
  const { fileIds = [] } = ((await about('transactions.get', id)) ?? {}) as Partial<Transaction>;
  const bodies = fileIds.slice(0, 1).map((file) => about('files.downloadUrl', file));
  await Promise.all([profile, ...bodies, ...fileIds.map((file) => about('files.getMeta', file))]);
};
