import type { DBSchema } from 'idb';
import { isForgotten } from './forgotten.ts';
import { openedDatabase } from './open-database.ts';

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

const request = openedDatabase<Schema>('countersign', 1, (database) => {
  database.createObjectStore('cache', { keyPath: 'key' }).createIndex('userId', 'userId');
});

const keyOf = (userId: string, name: string) => `${userId}/${name}`;

export const readCached = (userId: string, name: string): Promise<CachedValue | undefined> =>
  request((database) => database.get('cache', keyOf(userId, name)));

export const writeCached = (userId: string, name: string, value: unknown): Promise<void> =>
  request(async (database) => {
    if (!isForgotten(userId)) await database.put('cache', { key: keyOf(userId, name), userId, value, writtenAt: Date.now() });
  });

/** Replaces a value by what `change` makes of it. Nothing of this browser comes in between. */
export const changeCached = <Value>(userId: string, name: string, change: (value: Value | undefined) => Value): Promise<void> =>
  request(async (database) => {
    if (isForgotten(userId)) return;
    const { store, done } = database.transaction('cache', 'readwrite');
    const key = keyOf(userId, name);
    const known = (await store.get(key))?.value as Value | undefined;
    await store.put({ key, userId, value: change(known), writtenAt: Date.now() });
    await done;
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
/** Name prefix of answers of the server. */
export const ANSWERS = 'answer/';

/** Deletes values with a name prefix that were written before a time. */
export const deleteCachedBefore = async (userId: string, beginning: string, time: number): Promise<void> => {
  for await (const values of readCachedUnder(userId, beginning)) {
    const old = values.filter(({ writtenAt }) => writtenAt < time);
    await request((database) => Promise.all(old.map(({ key }) => database.delete('cache', key))));
  }
};

/** The people of whom this browser has something. */
export const peopleCached = (): Promise<string[]> =>
  request(async (database) => {
    const people: string[] = [];
    for await (const { key } of database.transaction('cache').store.index('userId').iterate(null, 'nextunique')) people.push(key);
    return people;
  });

/** When something was last written for a person. Milliseconds since 1970. */
export const lastWrittenFor = async (userId: string): Promise<number> => {
  let last = 0;
  for await (const values of readCachedUnder(userId, '')) last = Math.max(last, ...values.map(({ writtenAt }) => writtenAt));
  return last;
};

/** Deletes the data of a person at sign-out. Drafts stay if the session ended without their request. */
export const clearCached = (userId: string, { keepDrafts = false } = {}): Promise<void> =>
  request(async (database) => {
    const transaction = database.transaction('cache', 'readwrite');
    for await (const cursor of transaction.store.index('userId').iterate(userId)) {
      if (!keepDrafts || !cursor.value.key.startsWith(keyOf(userId, DRAFTS))) await cursor.delete();
    }
    await transaction.done;
  });
