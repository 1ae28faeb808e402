/** The effects of progress or an outcome of an identity check: state, history, live event and mail, in one database transaction. */
import { sameContact } from '#contract/entities/common.ts';
import type { EventType } from '#contract/events.ts';
import type { InsightAction } from '#contract/entities/insight.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { IdentityCheckWithEvidence } from '#server/repositories/identity-checks.repository.ts';
import type { RecipientRow } from '#server/repositories/people.repository.ts';
import type { Caller } from '../caller.ts';
import { recordInsight } from '#server/services/audit/insights.service.ts';
import { hostAccountOf } from '#server/services/signing/in-person.ts';
import { isReachable, mailIdentityDecision, mailIdentityQuestion, publishTransactionEvent, type NotifyConfig } from '#server/services/transactions/transaction-notifications.ts';
import { notifyOfRequest } from '#server/services/transactions/request-news.ts';
import { changeIdentityCheck } from '#server/services/transactions/transaction-changes.ts';
import type { TransactionState } from '#server/services/transactions/transaction-state.ts';
import { progressOf } from './check-progress.ts';

/** A check with its transaction. `caller`: null if the installation or the verification provider acts. */
export interface CheckContext {
  tx: Tx;
  config: NotifyConfig;
  state: TransactionState;
  check: IdentityCheckWithEvidence;
  recipient: RecipientRow;
  caller: Caller | null;
}

export async function recordCheck({ tx, state, recipient, caller }: CheckContext, action: InsightAction, reason: string | null = null): Promise<void> {
  await recordInsight(tx, caller, {
    resourceId: state.row.id, resourceType: 'transaction', action,
    attributes: {
      user: { id: recipient.user_id, email: recipient.email, phone: recipient.phone, firstName: recipient.first_name, lastName: recipient.last_name },
      title: state.row.name, reason,
    },
  });
}

/** Publishes the event to the sender and to the account of the person checked, or of their host. */
async function publishCheckEvent({ tx, state, recipient, caller }: CheckContext, type: EventType): Promise<void> {
  const account = recipient.in_person ? hostAccountOf(state, recipient) : recipient.user_id;
  await publishTransactionEvent(tx, state, caller, type, {
    userIds: [state.row.owner_id, ...(account === null ? [] : [account])], data: { recipientId: recipient.id },
  });
}

export const publishCheckChange = (context: CheckContext): Promise<void> => publishCheckEvent(context, 'transaction_updated');

/** Derives the status from the evidence received so far. */
export async function advance(context: CheckContext): Promise<void> {
  const { tx, config, state, check, recipient } = context;
  const status = progressOf(check);
  if (status === check.status) return publishCheckChange(context);
  await changeIdentityCheck(tx, check, { status });
  if (status === 'approved' || status === 'completed') return passed(context);
  if (status !== 'pending') return publishCheckChange(context);
  await recordCheck(context, 'identity_check_submitted');
  await publishCheckChange(context);
  if (check.manual_approval && check.third_party_state !== 'processing') await mailIdentityQuestion(tx, config, state, recipient);
}

/** The check succeeded: records it, publishes an event and writes a mail. */
export async function passed(context: CheckContext): Promise<void> {
  await recordCheck(context, 'identity_check_approved');
  await publishCheckEvent(context, 'if_validation_approved');
  await notifyOfOutcome(context, 'identity_approved');
  await mailOutcome(context, null);
}

export async function failed(context: CheckContext, status: 'rejected' | 'declined', reason: string | null): Promise<void> {
  await changeIdentityCheck(context.tx, context.check, { status, reason });
  await recordCheck(context, 'identity_check_rejected', reason);
  await publishCheckEvent(context, 'if_validation_rejected');
  await notifyOfOutcome(context, 'identity_rejected');
  if (context.caller !== null) await mailOutcome(context, reason ?? '');
}

/** To the sender, and to the person checked unless they are with a host. */
async function notifyOfOutcome({ tx, state, recipient, caller }: CheckContext, outcome: 'identity_approved' | 'identity_rejected'): Promise<void> {
  await notifyOfRequest(tx, state, caller, outcome, { userIds: [state.row.owner_id], person: recipient });
  await notifyOfRequest(tx, state, caller, `own_${outcome}`, { userIds: [recipient.in_person ? null : recipient.user_id].filter((id) => id !== state.row.owner_id) });
}

/** Mails the outcome only to people who may be away: not to whoever caused it, nor to in-person signers. */
async function mailOutcome({ tx, config, state, recipient, caller }: CheckContext, reason: string | null): Promise<void> {
  const own = caller !== null && sameContact({ email: recipient.email }, { email: caller.email });
  if (own || recipient.in_person || !isReachable(recipient)) return;
  await mailIdentityDecision(tx, config, state, recipient, reason);
}
