/** What follows when a recipient has done what they were asked for, in the database transaction of their act. */
import type { InsightAction } from '#contract/entities/insight.ts';
import type { Participation } from '#contract/entities/recipient.ts';
import type { EventType } from '#contract/events.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { markRead } from '#server/repositories/notifications.repository.ts';
import type { RecipientRow } from '#server/repositories/people.repository.ts';
import { findUserByReach } from '#server/repositories/users.repository.ts';
import { requestAudit } from '#server/services/audit/audits.service.ts';
import { recordInsight, type NewInsight } from '#server/services/audit/insights.service.ts';
import { countInBulk } from '#server/services/bulks/counters.ts';
import type { Caller } from '#server/services/caller.ts';
import { queueCancellations } from '#server/services/identity-checks/cancellation.ts';
import { peopleOfCopies } from './carbon-copies.ts';
import { inviteNext, recipientsInTurn } from './recipient-invitations.ts';
import { completionCodes, notifyOfRequest } from './request-news.ts';
import { changeRecipient, changeTransaction } from './transaction-changes.ts';
import { audienceOf, mailCompletion, mailProgress, publishTransactionEvent, type NotifyConfig } from './transaction-notifications.ts';
import { personOf, type TransactionState } from './transaction-state.ts';

interface Completed {
  recipient: RecipientRow;
  evidence?: NewInsight['evidence'];
}

const actionOf = {
  signer: 'transaction_signed_by_recipient', approver: 'transaction_approved_by_recipient', viewer: 'transaction_viewed_by_recipient',
} as const satisfies Record<Participation, InsightAction>;

/** An approval changes no document, so whoever shows the request only reads the request again. */
const eventOf = { signer: 'transaction_signed_by_recipient', approver: 'transaction_updated', viewer: 'transaction_updated' } as const satisfies Record<Participation, EventType>;

/** `evidence`: of an approver or a viewer. That of a signature is recorded with the document. */
export async function completeRecipient(tx: Tx, config: NotifyConfig, caller: Caller, state: TransactionState, { recipient, evidence }: Completed): Promise<void> {
  const { participation } = recipient;
  await changeRecipient(tx, recipient, { completed_at: new Date(), next_reminder_at: null });
  await recordInsight(tx, caller, {
    resourceId: state.row.id, resourceType: 'transaction', action: actionOf[participation],
    attributes: { user: personOf(recipient), title: state.row.name }, ...(evidence && { evidence }),
  });
  await publishTransactionEvent(tx, state, caller, eventOf[participation], { data: { recipientId: recipient.id } });
  // They have done what they were told of.
  await markRead(tx, caller.userId, { ids: [], about: state.row.id, upTo: null });
  if (recipientsInTurn(state).length === 0) return completeTransaction(tx, config, caller, state);
  await changeTransaction(tx, state);
  await notifyOfRequest(tx, state, caller, completionCodes[participation], { userIds: [state.row.owner_id], person: recipient });
  await mailProgress(tx, config, state, recipient);
  await inviteNext(tx, config, state, caller);
}

async function completeTransaction(tx: Tx, config: NotifyConfig, caller: Caller, state: TransactionState): Promise<void> {
  const newReaders = await membersOfCopiedTeams(tx, state);
  if (state.identityChecks.length > 0) await queueCancellations(tx, [state.row.id]);
  await changeTransaction(tx, state, { status: 'completed', completed_at: new Date(), shared_with: [...state.row.shared_with, ...newReaders], password_sealed: null });
  await recordInsight(tx, caller, {
    resourceId: state.row.id, resourceType: 'transaction', action: 'transaction_completed', attributes: { title: state.row.name },
  });
  const readers = [...audienceOf(state), ...(await accountsOfCopies(tx, state))];
  await publishTransactionEvent(tx, state, caller, 'transaction_completed', { userIds: readers });
  await notifyOfRequest(tx, state, caller, 'completed', { userIds: readers });
  await countInBulk(tx, state, 'completed');
  if (state.options.includeFileAudit) await requestAudit(tx, state);
  await mailCompletion(tx, config, state, newReaders);
}

/** The accounts of copy recipients with a verified address; they may read the transaction from now on. */
async function accountsOfCopies(tx: Tx, { carbonCopies }: TransactionState): Promise<string[]> {
  const accounts: string[] = [];
  for (const { email, phone } of carbonCopies) {
    if (email === null && phone === null) continue;
    const user = await findUserByReach(tx, email === null ? { email, phone: phone ?? '' } : { email });
    if (user && (email === null ? user.phone_verified : user.email_verified)) accounts.push(user.id);
  }
  return accounts;
}

/** The current members of the copied teams who may not read the transaction yet. */
async function membersOfCopiedTeams(tx: Tx, { carbonCopies, row }: TransactionState): Promise<string[]> {
  const people = await peopleOfCopies(tx, carbonCopies, row.owner_id);
  return people.filter((id) => id !== row.owner_id && !row.shared_with.includes(id));
}
