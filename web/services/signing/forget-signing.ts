/** Deletes the signing data of a person at sign-out. Separate from signing, which most people who sign out never loaded. */
import { hostUrl } from '../config.ts';
import { signingStore } from './signing-database.ts';

export const keyPrefix = (userId: string): string => `${hostUrl('identity')}/${userId}/`;

/** Deletes keys whose certificates are no longer valid, or whose person has signed out. The next signature creates a new key. */
export const forgetKeys = (userId: string): Promise<void> =>
  signingStore((db) => db.delete('keys', IDBKeyRange.bound(keyPrefix(userId), `${keyPrefix(userId)}\uffff`)));

/** Deletes the keys of all people in this browser. */
export const forgetAllKeys = (): Promise<void> => signingStore((db) => db.clear('keys'));

/** Deletes values and signed copies that the server does not have. */
export const deleteAllSigningDrafts = (userId: string): Promise<void> =>
  signingStore(async (db) => {
    const transaction = db.transaction('work', 'readwrite');
    for (const key of await transaction.store.getAllKeys()) if (key.endsWith(`/${userId}`)) await transaction.store.delete(key);
    await transaction.done;
  });
