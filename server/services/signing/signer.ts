/** The signer: the caller as a recipient, or an in-person signer on the caller's device. Nobody signs for anybody else. */
import { sameContact } from '#contract/entities/common.ts';
import { isIdentityProven } from '#contract/entities/identity-check.ts';
import type { Participation } from '#contract/entities/recipient.ts';
import { isRunning } from '#contract/entities/transaction.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { RecipientRow } from '#server/repositories/people.repository.ts';
import { viewerOf, type Caller } from '#server/services/caller.ts';
import { needsAccessCode } from './access-codes.ts';
import { isHost } from './in-person.ts';
import { isInTurn } from '#server/services/transactions/recipient-invitations.ts';
import { isOver, toRecipient, type TransactionState } from '#server/services/transactions/transaction-state.ts';

/**
 * Returns the caller's recipient entry, whether or not it is their turn. A person may be listed twice, by e-mail and by phone:
 * picks the entry whose turn it is, of several the one that is asked for `participation`, or else the last one that is done. Throws `permission_denied` if there is none.
 */
export function recipientOf(state: TransactionState, caller: Caller, byUser: string | null | undefined, participation?: Participation): RecipientRow {
  const guest = state.recipients.find((each) => byUser && (each.id === byUser || each.user_id === byUser));
  if (guest && isHost(state, guest, caller)) return guest;
  const own = state.recipients.filter((each) => sameContact(each, viewerOf(caller)) && (!byUser || byUser === each.id || byUser === each.user_id));
  const inTurn = own.filter((each) => isInTurn(state, each));
  const one = inTurn.find((each) => each.participation === participation) ?? inTurn.at(0) ?? own.findLast((each) => each.completed_at !== null) ?? own.at(0);
  if (!one) throw new AppError('permission_denied');
  return one;
}

/** Like `recipientOf`, but throws if it is not their turn or the transaction is not running. */
export function activeOf(state: TransactionState, caller: Caller, byUser: string | null | undefined, participation?: Participation): RecipientRow {
  const own = recipientOf(state, caller, byUser, participation);
  const theirTurn = isInTurn(state, own) && own.invited_at !== null;
  if (!isRunning(state.row.status) || isOver(state) || !theirTurn) throw new AppError('sign_conditions_not_accepted', { status: state.row.status });
  return own;
}

/** Like `activeOf`, but throws `permission_denied` if they are asked for something else. */
export function activeAs(participation: Participation, state: TransactionState, caller: Caller, byUser: string | null | undefined): RecipientRow {
  const own = activeOf(state, caller, byUser, participation);
  if (own.participation !== participation) throw new AppError('permission_denied', { participation: own.participation });
  return own;
}

/** Throws if the recipient has yet to enter their access code. Whoever reads a public request has not. */
export function assertUnlocked(recipient: RecipientRow, caller: Caller): void {
  if (!recipient.in_person && needsAccessCode(recipient, caller)) throw new AppError('access_code_required');
}

/** Throws if the sender required an identity check and it has not succeeded. */
export function assertIdentityProven(state: TransactionState, recipient: RecipientRow): void {
  const { identityRequirements, identityRequireManualApproval, identityValidationStatus } = toRecipient(recipient, state);
  if (isIdentityProven({ identityRequirements, identityRequireManualApproval, identityValidationStatus })) return;
  throw new AppError('identity_not_verified', { recipientId: recipient.id, status: identityValidationStatus });
}
