/** How far the signatures of a transaction are. */
import { AppError } from '#server/platform/app-error.ts';
import type { RecipientRow } from '#server/repositories/people.repository.ts';
import type { TransactionState } from '#server/services/transactions/transaction-state.ts';

type Signer = Pick<RecipientRow, 'id'>;

export const hasSigned = (state: TransactionState, recipient: Signer, fileId: string): boolean =>
  state.signings.some((each) => each.recipient_id === recipient.id && each.file_id === fileId);

/** Whether the recipient's accepted signature waits for its time stamp. */
export const isWaiting = (state: TransactionState, recipient: Signer, fileId: string): boolean =>
  state.waitingSignings.some((each) => each.recipient_id === recipient.id && each.file_id === fileId);

/**
 * Throws while another recipient's accepted signature of the file waits for its time stamp: it could not be completed on a version
 * that another signature has changed.
 */
export function assertNobodyWaits({ waitingSignings }: TransactionState, recipient: Signer, fileId: string): void {
  const isAhead = waitingSignings.some((each) => each.file_id === fileId && each.recipient_id !== recipient.id);
  if (isAhead) throw new AppError('conflict', { fileId, reason: 'waiting' });
}
