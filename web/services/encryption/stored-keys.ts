/** Keys of encrypted requests that this browser has, with their titles, by person. A sign-out deletes them. */
import type { DBSchema } from 'idb';
import { AppError } from '../app-error.ts';
import { openedDatabase } from '../storage/open-database.ts';
import { isForgotten } from '../storage/forgotten.ts';
import { noteTransactionKeys } from './has-transaction-keys.ts';
import type { Bytes } from './keys.ts';

interface StoredTransactionKey {
  readonly id: string;
  readonly key: Bytes;
  readonly title: string;
}

interface Schema extends DBSchema {
  keys: { key: string; value: StoredTransactionKey };
}

const database = openedDatabase<Schema>('countersign-encryption', 1, (fresh) => {
  fresh.createObjectStore('keys', { keyPath: 'id' });
});

const idOf = (userId: string, transactionId: string): string => `${userId}/${transactionId}`;

export async function storeTransactionKey(userId: string, transactionId: string, { key, title }: Omit<StoredTransactionKey, 'id'>): Promise<void> {
  if (isForgotten(userId)) return;
  try {
    noteTransactionKeys();
  } catch (cause) {
    throw new AppError('idb_request_error', { cause });
  }
  await database((db) => db.put('keys', { id: idOf(userId, transactionId), key, title }));
  // The browser may delete what it keeps for longer than it likes. Some ask the person, so nothing waits for the answer.
  void navigator.storage?.persist?.().catch((error: unknown) => console.info('Keys may be deleted by the browser', error));
}

export const storedTransactionKey = (userId: string, transactionId: string): Promise<StoredTransactionKey | undefined> =>
  database((db) => db.get('keys', idOf(userId, transactionId)));

export const forgetTransactionKeys = (userId: string): Promise<void> =>
  database((db) => db.delete('keys', IDBKeyRange.bound(`${userId}/`, `${userId}/\uffff`)));
