import { activeRecipient } from '#contract/entities/transaction.ts';
import type { Tx } from '#server/adapters/database/database.ts';
import { AppError } from '#server/app/app-error.ts';
import { deleteDeparture, updateRecipient, type RecipientRow } from '#server/repositories/people.repository.ts';
import { findOrCreateGuest } from '#server/repositories/users.repository.ts';
import type { Caller } from './caller.ts';
import { recordInsight } from './insights.service.ts';
import { isReachable, mailInvitation, tell, type NotifyConfig } from './notifying.ts';
import type { TransactionState } from './transaction-state.ts';

export const nextRecipient = (state: TransactionState): RecipientRow | null =>
  activeRecipient(state.recipients.map((row) => ({ row, completed: row.completed_at !== null, removed: false })))?.row ?? null;

/** Asks the first recipient that has not completed; from now on they may read and sign. Changes `state` along. */
export async function inviteNext(tx: Tx, config: NotifyConfig, state: TransactionState, caller: Caller): Promise<void> {
  const next = nextRecipient(state);
  if (!next || next.invited_at) return;
  if (!isReachable(next)) throw new AppError('fields_empty', { recipientId: next.id });
  const user = await findOrCreateGuest(tx, {
    email: next.email, firstName: next.first_name, lastName: next.last_name, locale: next.locale ?? state.owner.locale,
  });
  Object.assign(next, { user_id: user.id, invited_at: new Date() });
  await deleteDeparture(tx, state.row.id, user.id);
  await updateRecipient(tx, next.id, { user_id: user.id, invited_at: next.invited_at });
  await recordInsight(tx, caller, {
    resourceId: state.row.id,
    resourceType: 'transaction',
    action: 'recipient_invited',
    attributes: { user: { id: user.id, email: next.email, phone: next.phone, firstName: next.first_name, lastName: next.last_name } },
  });
  await tell(tx, state, caller, 'incoming_transaction', [user.id]);
  if (user.id !== caller.userId) await mailInvitation(tx, config, state, next);
}
