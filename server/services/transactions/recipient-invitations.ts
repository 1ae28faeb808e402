import { activeRecipient } from '#contract/entities/transaction.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import { deleteDismissal, updateRecipient, type RecipientRow } from '#server/repositories/people.repository.ts';
import { findOrCreateGuest } from '#server/repositories/users.repository.ts';
import type { Caller } from '#server/services/caller.ts';
import { hostAccountOf } from '#server/services/signing/in-person.ts';
import { recordInsight } from '#server/services/audit/insights.service.ts';
import { isReachable, mailInvitation, publishTransactionEvent, type NotifyConfig, type PassedOn } from './transaction-notifications.ts';
import type { TransactionState } from './transaction-state.ts';

export const nextRecipient = (state: TransactionState): RecipientRow | null =>
  activeRecipient(state.recipients.map((row) => ({ row, completed: row.completed_at !== null, removed: false })))?.row ?? null;

/**
 * Invites the first recipient who has not completed, which lets them read and sign. Updates `state` too. Throws `fields_empty` if
 * they have no address.
 */
export async function inviteNext(tx: Tx, config: NotifyConfig, state: TransactionState, caller: Caller, passedOn?: PassedOn): Promise<void> {
  const next = nextRecipient(state);
  if (!next || next.invited_at) return;
  if (next.in_person) return inviteInPerson(tx, state, next, caller);
  if (!isReachable(next)) throw new AppError('fields_empty', { recipientId: next.id });
  const user = await findOrCreateGuest(tx, {
    ...(next.email === null ? { email: null, phone: next.phone } : { email: next.email }), firstName: next.first_name, lastName: next.last_name, locale: next.locale ?? state.owner.locale,
  });
  Object.assign(next, { user_id: user.id, invited_at: new Date() });
  await deleteDismissal(tx, state.row.id, user.id);
  await updateRecipient(tx, next.id, { user_id: user.id, invited_at: next.invited_at });
  await noteInvitation(tx, state, next, caller);
  await publishTransactionEvent(tx, state, caller, 'incoming_transaction', [user.id]);
  if (user.id !== caller.userId) await mailInvitation(tx, config, state, next, passedOn);
}

/** An in-person signer is invited by the host, who is present: no account and no mail. */
async function inviteInPerson(tx: Tx, state: TransactionState, next: RecipientRow, caller: Caller): Promise<void> {
  Object.assign(next, { invited_at: new Date() });
  await updateRecipient(tx, next.id, { invited_at: next.invited_at });
  await noteInvitation(tx, state, next, caller);
  await publishTransactionEvent(tx, state, caller, 'incoming_transaction', [hostAccountOf(state, next)]);
}

async function noteInvitation(tx: Tx, state: TransactionState, next: RecipientRow, caller: Caller): Promise<void> {
  await recordInsight(tx, caller, {
    resourceId: state.row.id,
    resourceType: 'transaction',
    action: 'recipient_invited',
    attributes: { user: { id: next.user_id, email: next.email, phone: next.phone, firstName: next.first_name, lastName: next.last_name } },
  });
}
