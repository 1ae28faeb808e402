/** What the app keeps of people in a browser's databases: put there as signing and editing do it, and counted. */
import type { Page } from 'playwright';

/** A key that can't leave the browser, work on a request, and a draft, of this person. */
export const storeFor = (page: Page, userId: string): Promise<void> =>
  page.evaluate(async (person) => {
    const open = (name: string, upgrade: (database: IDBDatabase) => void) =>
      new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name, 1);
        opening.onupgradeneeded = () => upgrade(opening.result);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
    const put = (database: IDBDatabase, store: string, value: object) =>
      new Promise<void>((resolve, reject) => {
        const transaction = database.transaction(store, 'readwrite');
        transaction.objectStore(store).put(value);
        transaction.oncomplete = () => resolve();
        transaction.onerror = () => reject(transaction.error);
      });
    const signing = await open('countersign-signing', (database) => {
      for (const store of ['keys', 'work']) database.createObjectStore(store, { keyPath: 'id' });
    });
    const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']);
    await put(signing, 'keys', { id: `${location.origin}/${person}/somebody@example.com`, pair, certificate: null, chain: [], expiresAt: 0 });
    await put(signing, 'work', { id: `${'a'.repeat(24)}/${person}`, fields: {}, copies: [], updatedAt: Date.now() });
    signing.close();
    const cache = await open('countersign', (database) => void database.createObjectStore('cache', { keyPath: 'key' }).createIndex('userId', 'userId'));
    for (const name of ['draft/transaction/x', 'transactions']) await put(cache, 'cache', { key: `${person}/${name}`, userId: person, value: {}, writtenAt: Date.now() });
    cache.close();
  }, userId);

/** The names of what is there of this person. */
export const storedOf = (page: Page, userId: string): Promise<string[]> =>
  page.evaluate(async (person) => {
    const keysOf = (name: string, store: string) =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const asking = opening.result.transaction(store).objectStore(store).getAllKeys();
          asking.onsuccess = () => {
            opening.result.close();
            resolve(asking.result.map(String));
          };
        };
      });
    const found = [['countersign-signing', 'keys'], ['countersign-signing', 'work'], ['countersign', 'cache']] as const;
    const records = await Promise.all(found.map(async ([name, store]) => (await keysOf(name, store)).filter((key) => key.includes(person)).map((key) => `${store}: ${key.replace(person, 'person').replace(location.origin, '')}`)));
    return records.flat().sort();
  }, userId);
