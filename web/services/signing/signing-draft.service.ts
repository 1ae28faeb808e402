import type { SigningDraft } from './signing-database.ts';
import { signingStore } from './signing-database.ts';

export type { SignedCopy, SigningDraft } from './signing-database.ts';

/** Key by transaction and person, so that another person in this browser does not see the draft. */
const keyOf = (transactionId: string, userId: string): string => `${transactionId}/${userId}`;

export const readSigningDraft = (transactionId: string, userId: string): Promise<SigningDraft | undefined> =>
  signingStore((db) => db.get('work', keyOf(transactionId, userId)));

/** Updates the given properties of a draft. */
export function storeSigningDraft(
  transactionId: string,
  userId: string,
  change: Partial<Omit<SigningDraft, 'id'>>,
): Promise<void> {
  const id = keyOf(transactionId, userId);
  return signingStore(async (db) => {
    const transaction = db.transaction('work', 'readwrite');
    const known = (await transaction.store.get(id)) ?? {
      id,
      fields: {},
      copies: [],
      updatedAt: 0,
    };
    await transaction.store.put({ ...known, ...change, updatedAt: Date.now() });
    await transaction.done;
  });
}

export const deleteSigningDraft = (transactionId: string, userId: string): Promise<void> =>
  signingStore((db) => db.delete('work', keyOf(transactionId, userId)));
