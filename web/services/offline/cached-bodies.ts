/** Documents that stay in this browser, so that they open without the server. The least recently used go first. */
import type { DBSchema, IDBPDatabase } from 'idb';
import { timing } from '#contract/limits/timing.ts';
import { offlineDocuments } from '#contract/limits/offline-documents.ts';
import { toAppError } from '../app-error.ts';
import { isForgotten } from '../storage/forgotten.ts';
import { openedDatabase } from '../storage/open-database.ts';
import { isBehindCode } from './answers.ts';
import { noteDocuments } from './has-documents.ts';
import { knownPerson } from './known-person.ts';
import { pinnedFiles } from './pins.ts';

/** A version of a document. */
export interface BodyVersion {
  fileId: string;
  version: number;
  /** SHA-256, in hexadecimal. */
  hash: string;
  size: number;
}

interface CachedBody extends BodyVersion {
  key: string;
  userId: string;
  usedAt: number;
  body: Blob;
}

interface Schema extends DBSchema {
  bodies: { key: string; value: CachedBody; indexes: { userId: string } };
}

const request = openedDatabase<Schema>('countersign-bodies', 1, (database) => {
  database.createObjectStore('bodies', { keyPath: 'key' }).createIndex('userId', 'userId');
});

const keyOf = (userId: string, fileId: string): string => `${userId}/${fileId}`;

/** Bytes that documents may take here: a share of what the browser allows, at most the limit. */
const room = async (): Promise<number> => {
  const { quota = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  return Math.min(offlineDocuments.most, quota * offlineDocuments.share);
};

type Entry = Omit<CachedBody, 'body'>;

/** All documents of this browser without their bytes, the most recently used first. */
const entriesOf = async (database: IDBPDatabase<Schema>, userId?: string): Promise<Entry[]> => {
  const entries: Entry[] = [];
  const { store } = database.transaction('bodies');
  const cursors = userId === undefined ? store.iterate() : store.index('userId').iterate(userId);
  for await (const { value: { body: _, ...entry } } of cursors) entries.push(entry);
  return entries.toSorted((one, other) => other.usedAt - one.usedAt);
};

/** Deletes what is too old or too much. What somebody wants to keep stays. */
export const evict = async (now = Date.now()): Promise<void> => {
  const [limit, entries] = await Promise.all([room(), request((database) => entriesOf(database))]);
  const pinned = new Map<string, ReadonlySet<string>>();
  for (const userId of new Set(entries.map((each) => each.userId))) pinned.set(userId, await pinnedFiles(userId));
  let total = 0;
  const gone = entries.filter(({ userId, fileId, size, usedAt }) => {
    if (pinned.get(userId)?.has(fileId)) return false;
    total += size;
    return total > limit || now - usedAt > timing.pageCacheFreshness;
  });
  await request((database) => Promise.all(gone.map(({ key }) => database.delete('bodies', key))));
};

/** Keeps a version, in place of an earlier one. Never fails. */
export const cacheBody = async (userId: string, { fileId, version, hash, size }: BodyVersion, body: Blob): Promise<void> => {
  try {
    const isPinned = (await pinnedFiles(userId)).has(fileId);
    if (knownPerson() !== userId || isBehindCode(fileId) || body.size !== size || (!isPinned && size > (await room()) / 2)) return;
    const entry = { key: keyOf(userId, fileId), userId, fileId, version, hash, size, usedAt: Date.now(), body };
    await request(async (database) => {
      const { store, done } = database.transaction('bodies', 'readwrite');
      const known = await store.get(entry.key);
      // An earlier version, which somebody looks at once more, does not replace the current one.
      if (!isForgotten(userId) && (!known || known.version <= version)) await store.put(entry);
      await done;
    });
    noteDocuments(true);
    await evict();
  } catch (error) {
    console.info('A document is not kept', toAppError(error).code);
  }
};

/** The bytes of a version, if this browser has them. */
export const cachedBody = async (userId: string, { fileId, hash, size }: BodyVersion): Promise<Blob | null> => {
  try {
    const found = await request((database) => database.get('bodies', keyOf(userId, fileId)));
    if (found?.hash !== hash || found.body.size !== size) return null;
    await request((database) => database.put('bodies', { ...found, usedAt: Date.now() }));
    return found.body;
  } catch (error) {
    console.info('A document that was kept can\'t be read', toAppError(error).code);
    return null;
  }
};

/** The documents of a person that this browser has. */
export const cachedDocumentsOf = (userId: string): Promise<Entry[]> => request((database) => entriesOf(database, userId));

export const removeCachedBodies = (userId: string, fileIds: readonly string[]): Promise<void> =>
  request(async (database) => void (await Promise.all(fileIds.map((fileId) => database.delete('bodies', keyOf(userId, fileId))))));

/** Deletes all documents of a person, at sign-out. */
export const forgetBodies = (userId: string): Promise<void> =>
  request(async (database) => {
    const { store, done } = database.transaction('bodies', 'readwrite');
    for (const key of await store.index('userId').getAllKeys(userId)) await store.delete(key);
    noteDocuments((await store.count()) > 0);
    await done;
  });
