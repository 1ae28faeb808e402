/** Who signs: the caller as a recipient, or whoever signs in person on their device. Nobody signs for anybody else. */
import { sameContact } from '#contract/entities/common.ts';
import { isIdentityProven } from '#contract/entities/identity-check.ts';
import { isRunning } from '#contract/entities/transaction.ts';
import { AppError } from '#server/app/app-error.ts';
import type { RecipientRow } from '#server/repositories/people.repository.ts';
import { viewerOf, type Caller } from './caller.ts';
import { isHost } from './in-person.ts';
import { nextRecipient } from './inviting.ts';
import { toRecipient, type TransactionState } from './transaction-state.ts';

/** Whether it is their turn or not. */
export function recipientOf(state: TransactionState, caller: Caller, byUser: string | null | undefined): RecipientRow {
  const guest = state.recipients.find((each) => byUser && (each.id === byUser || each.user_id === byUser));
  if (guest && isHost(state, guest, caller)) return guest;
  const own = state.recipients.find((each) => sameContact(each, viewerOf(caller)));
  if (!own || (byUser && byUser !== own.id && byUser !== own.user_id)) throw new AppError('permission_denied');
  return own;
}

/** The same, when it is their turn. */
export function activeOf(state: TransactionState, caller: Caller, byUser: string | null | undefined): RecipientRow {
  const own = recipientOf(state, caller, byUser);
  const expired = state.row.expires_at !== null && state.row.expires_at <= new Date();
  const theirTurn = nextRecipient(state)?.id === own.id && own.invited_at !== null;
  if (!isRunning(state.row.status) || expired || !theirTurn) throw new AppError('sign_conditions_not_accepted', { status: state.row.status });
  return own;
}

/** Some senders want to know for certain who signs. */
export function assertIdentityProven(state: TransactionState, recipient: RecipientRow): void {
  const { identityRequirements, identityRequireManualApproval, identityValidationStatus } = toRecipient(recipient, state);
  if (isIdentityProven({ identityRequirements, identityRequireManualApproval, identityValidationStatus })) return;
  throw new AppError('identity_not_verified', { recipientId: recipient.id, status: identityValidationStatus });
}
