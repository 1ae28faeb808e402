import type { Recipient } from '#contract/entities/recipient.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { activeRecipients } from '#contract/entities/signing-order.ts';
import { isRunning } from '#contract/entities/transaction.ts';

/** What a signer has done, or what has become of their signature (document 1 §4). */
export type SignerStatus = 'done' | 'notTrusted' | 'turn' | 'waiting' | 'later' | 'rejected' | 'declined' | 'canceled' | 'expired' | 'notNeeded';

type SignerMeaning = 'success' | 'attention' | 'negative';

export const meaningOfSigner: Record<SignerStatus, SignerMeaning> = {
  done: 'success',
  turn: 'attention', waiting: 'attention', later: 'attention',
  notTrusted: 'negative', rejected: 'negative', declined: 'negative', canceled: 'negative', expired: 'negative', notNeeded: 'negative',
};

const refusedIdentity: ReadonlySet<string | null> = new Set(['rejected', 'declined']);

/** A person whose turn it was when the transaction ended: who declined, or did not sign. */
const ended = (person: Recipient, { status, recipients }: Transaction): SignerStatus => {
  if (status === 'canceled' || status === 'expired') return status;
  // `declinedAt` is recorded since parallel signing exists; before, the only pending recipient declined.
  const isDecliner = person.declinedAt !== null || recipients.every(({ declinedAt }) => declinedAt === null);
  return status === 'declined' && isDecliner ? 'declined' : 'notNeeded';
};

/** `untrusted`: recipients whose signature in the document is not trusted. */
export function signerStatus(person: Recipient, transaction: Transaction, untrusted: ReadonlySet<string> = new Set()): SignerStatus {
  if (person.completed) return untrusted.has(person.id) ? 'notTrusted' : 'done';
  const isNext = activeRecipients(transaction.recipients).includes(person);
  if (!isRunning(transaction.status)) return isNext ? ended(person, transaction) : 'notNeeded';
  if (refusedIdentity.has(person.identityValidationStatus)) return 'rejected';
  if (!isNext) return 'later';
  return person.waitingFileIds.length > 0 ? 'waiting' : 'turn';
}
