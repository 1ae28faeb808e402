import { timing } from '#contract/limits/timing.ts';
import { isForgotten } from '../storage/forgotten.ts';
import type { Agreed, SigningDraft } from './signing-database.ts';
import { signingStore } from './signing-database.ts';

export type { Agreed, SignedCopy, SigningDraft } from './signing-database.ts';

/** Key by transaction and person, so that another person in this browser does not see the draft. */
const keyOf = (transactionId: string, userId: string): string => `${transactionId}/${userId}`;

export const readSigningDraft = (transactionId: string, userId: string): Promise<SigningDraft | undefined> =>
  signingStore((db) => db.get('work', keyOf(transactionId, userId)));

/** Updates the given properties of a draft. After the sign-out nothing is stored. */
export function storeSigningDraft(
  transactionId: string,
  userId: string,
  change: Partial<Omit<SigningDraft, 'id'>>,
): Promise<void> {
  const id = keyOf(transactionId, userId);
  return signingStore(async (db) => {
    if (isForgotten(userId)) return;
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

const isCurrent = ({ at }: Agreed): boolean => Date.now() - at < timing.offlineTaskExpiry;

/** What somebody agreed to and the server does not have yet; null after seven days, when they are asked again. */
export const agreedIn = (draft: SigningDraft | undefined): Agreed | null => (draft?.agreed && isCurrent(draft.agreed) ? draft.agreed : null);

/** All signatures of a person that wait for the server. */
export const waitingSignatures = (userId: string): Promise<readonly Agreed[]> =>
  signingStore(async (db) => {
    const keys = (await db.getAllKeys('work')).filter((key) => key.endsWith(`/${userId}`));
    const drafts = await Promise.all(keys.map((key) => db.get('work', key)));
    return drafts.flatMap((draft) => agreedIn(draft) ?? []);
  });
