import type { Transaction } from '#contract/entities/transaction.ts';
import type { OpenedRequest } from '#web/services/encryption/open-request.service.ts';

/** `unknown`: what was opened is older or newer than what the server has just said, and is opened again. */
type Turn = 'own' | 'of another' | 'unknown';

/** Whose turn it is by what the sender has encrypted, when the server says that it is this signer's. */
export function turnOf({ sent, versions }: Pick<OpenedRequest, 'sent' | 'versions'>, { recipients }: Pick<Transaction, 'recipients'>, signerId: string): Turn {
  if (sent.signers[versions.length - 1]?.id === signerId) return 'own';
  const signatures = versions.length - 1;
  const isOlder = recipients.filter(({ completed }) => completed).length > signatures;
  const isNewer = versions.some(({ signer }) => signer?.id === signerId);
  return isOlder || isNewer ? 'unknown' : 'of another';
}
