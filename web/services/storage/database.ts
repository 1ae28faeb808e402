import type { DBSchema, IDBPDatabase } from 'idb';
import { openDB } from 'idb';
import { AppError } from '../app-error.ts';

/** A cached value of one person. */
interface CachedValue {
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

export const removeCached = (userId: string, name: string): Promise<void> => request((database) => database.delete('cache', keyOf(userId, name)));

/** Values per read, so that the main thread is not blocked. */
const AT_ONCE = 20;
const LAST = '\uffff';

/** All values with a name prefix, ordered by name. */
export async function* readCachedUnder(userId: string, beginning: string): AsyncGenerator<CachedValue[]> {
  let from = keyOf(userId, beginning);
  const to = from + LAST;
  for (;;) {
    const start = from;
    const found = await request((database) => database.getAll('cache', IDBKeyRange.bound(start, to, true), AT_ONCE));
    if (found.length > 0) yield found;
    const last = found.at(-1);
    if (!last || found.length < AT_ONCE) return;
    from = last.key;
  }
}

/** Name prefix of unsaved drafts. */
export const DRAFTS = 'draft/';

/** Deletes the data of a person at sign-out. Drafts stay if the session ended without their request. */
export const clearCached = (userId: string, { keepDrafts = false } = {}): Promise<void> =>
  request(async (database) => {
    const transaction = database.transaction('cache', 'readwrite');
    for await (const cursor of transaction.store.index('userId').iterate(userId)) {
      if (!keepDrafts || !cursor.value.key.startsWith(keyOf(userId, DRAFTS))) await cursor.delete();
    }
    await transaction.done;
  });
