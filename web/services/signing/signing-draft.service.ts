import { timing } from '#contract/limits/timing.ts';
import { isForgotten } from '../storage/forgotten.ts';
import type { Agreed, SigningDraft } from './signing-database.ts';
import { signingStore } from './signing-database.ts';

export type { Agreed, ReadFile, SignedCopy, SigningDraft } from './signing-database.ts';

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

/** A signing to which somebody has agreed on this device, and which the server does not have yet. */
export interface AgreedSigning {
  readonly agreed: Agreed;
  /** What they filled in, by document. */
  readonly fields: SigningDraft['fields'];
}

/** The signings of a transaction to which this person, and those who sign on their device, have agreed: in the order in which they did. */
export const agreedSignings = (transactionId: string, userId: string): Promise<readonly AgreedSigning[]> =>
  signingStore(async (db) => {
    const drafts = await db.getAll('work', IDBKeyRange.bound(`${transactionId}/`, `${transactionId}/\uffff`));
    const signings = drafts.flatMap((draft) => {
      const agreed = draft.id.endsWith(`/${userId}`) ? agreedIn(draft) : null;
      return agreed ? [{ agreed, fields: draft.fields }] : [];
    });
    return signings.toSorted((one, other) => one.agreed.at - other.agreed.at);
  });

/** All signatures of a person that wait for the server. */
export const waitingSignatures = (userId: string): Promise<readonly Agreed[]> =>
  signingStore(async (db) => {
    const keys = (await db.getAllKeys('work')).filter((key) => key.endsWith(`/${userId}`));
    const drafts = await Promise.all(keys.map((key) => db.get('work', key)));
    return drafts.flatMap((draft) => agreedIn(draft) ?? []);
  });
