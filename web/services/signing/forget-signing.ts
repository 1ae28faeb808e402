/** What signing kept in this browser for a person, as far as it goes when they leave. Apart from signing, which most who leave never loaded. */
import { hostUrl } from '../config.ts';
import { signingStore } from './signing-database.ts';

export const keyPrefix = (userId: string): string => `${hostUrl('identity')}/${userId}/`;

/** Keys whose certificates hold no more, or whose person has left, are made anew when somebody signs next. */
export const forgetKeys = (userId: string): Promise<void> =>
  signingStore((db) => db.delete('keys', IDBKeyRange.bound(keyPrefix(userId), `${keyPrefix(userId)}\uffff`)));

/** Nobody is signed in here any more, whoever it was. */
export const forgetAllKeys = (): Promise<void> => signingStore((db) => db.clear('keys'));

/** What they filled in and signed, and the server does not have. */
export const deleteAllSigningDrafts = (userId: string): Promise<void> =>
  signingStore(async (db) => {
    const transaction = db.transaction('work', 'readwrite');
    for (const key of await transaction.store.getAllKeys()) if (key.endsWith(`/${userId}`)) await transaction.store.delete(key);
    await transaction.done;
  });
