import type { Recipient } from '#contract/entities/recipient.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { activeRecipients } from '#contract/entities/signing-order.ts';
import { isRunning } from '#contract/entities/transaction.ts';

/** Why a transaction can no longer be signed. */
export type Ended = 'canceled' | 'declined' | 'expired' | 'signed' | 'reassigned' | 'changed' | 'gone';

/**
 * What became of a signing while its page was open, by the request as it is now; null while it can be signed.
 *
 * `endedBy({ ...request, status: 'canceled' }, signer) // 'canceled'`
 */
export function endedBy(now: Pick<Transaction, 'status' | 'recipients'> | null, signer: Pick<Recipient, 'id'>): Ended | null {
  // No access any more: reassigned or deleted.
  if (!now) return 'gone';
  const { status, recipients } = now;
  const own = recipients.find(({ id }) => id === signer.id);
  if (own?.completed || status === 'completed') return 'signed';
  if (status === 'canceled' || status === 'declined' || status === 'expired') return status;
  if (!isRunning(status)) return 'changed';
  if (!own) return 'reassigned';
  return activeRecipients(recipients).includes(own) ? null : 'changed';
}
