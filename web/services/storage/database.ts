import type { DBSchema, IDBPDatabase } from 'idb';
import { openDB } from 'idb';
import { AppError } from '../app-error.ts';

/** What the browser keeps of the server's data for one person, by name. */
export interface CachedValue {
  key: string;
  userId: string;
  value: unknown;
  writtenAt: number;
}

interface Schema extends DBSchema {
  cache: { key: string; value: CachedValue; indexes: { userId: string } };
}

let opening: Promise<IDBPDatabase<Schema>> | undefined;

const open = (): Promise<IDBPDatabase<Schema>> => {
  opening ??= openDB<Schema>('countersign', 1, {
    upgrade(database) {
      database.createObjectStore('cache', { keyPath: 'key' }).createIndex('userId', 'userId');
    },
    terminated() {
      opening = undefined;
    },
  });
  return opening;
};

const request = async <T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T> => {
  try {
    return await work(await open());
  } catch (error) {
    opening = undefined;
    throw new AppError('idb_request_error', { cause: error });
  }
};

const keyOf = (userId: string, name: string) => `${userId}/${name}`;

export const readCached = (userId: string, name: string): Promise<CachedValue | undefined> =>
  request((database) => database.get('cache', keyOf(userId, name)));

export const writeCached = (userId: string, name: string, value: unknown): Promise<void> =>
  request(async (database) => {
    await database.put('cache', { key: keyOf(userId, name), userId, value, writtenAt: Date.now() });
  });

/** At sign-out nothing of that person stays. */
export const clearCached = (userId: string): Promise<void> =>
  request(async (database) => {
    const transaction = database.transaction('cache', 'readwrite');
    for await (const cursor of transaction.store.index('userId').iterate(userId)) await cursor.delete();
    await transaction.done;
  });
