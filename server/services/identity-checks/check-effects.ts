/** What follows when a check of identity goes on or ends: state, history, live event and mail, in one database transaction. */
import { sameContact } from '#contract/entities/common.ts';
import type { EventType } from '#contract/events.ts';
import type { InsightAction } from '#contract/entities/insight.ts';
import type { Tx } from '#server/adapters/database/database.ts';
import { updateIdentityCheck, type IdentityCheckWithEvidence } from '#server/repositories/identity-checks.repository.ts';
import type { RecipientRow } from '#server/repositories/people.repository.ts';
import type { Caller } from '../caller.ts';
import { recordInsight } from '../insights.service.ts';
import { hostAccountOf } from '../in-person.ts';
import { isReachable, mailIdentityDecision, mailIdentityQuestion, tell, type NotifyConfig } from '../notifying.ts';
import type { TransactionState } from '../transaction-state.ts';
import { progressOf } from './check-progress.ts';

/** A check within its transaction, and who acts: null where the installation or a third party does. */
export interface CheckScene {
  tx: Tx;
  config: NotifyConfig;
  state: TransactionState;
  check: IdentityCheckWithEvidence;
  recipient: RecipientRow;
  caller: Caller | null;
}

export async function note({ tx, state, recipient, caller }: CheckScene, action: InsightAction, reason: string | null = null): Promise<void> {
  await recordInsight(tx, caller, {
    resourceId: state.row.id, resourceType: 'transaction', action,
    attributes: {
      user: { id: recipient.user_id, email: recipient.email, phone: recipient.phone, firstName: recipient.first_name, lastName: recipient.last_name },
      title: state.row.name, reason,
    },
  });
}

/** The sender and whoever is checked, on whatever device that is. */
async function announce({ tx, state, recipient, caller }: CheckScene, type: EventType): Promise<void> {
  const account = recipient.in_person ? hostAccountOf(state, recipient) : recipient.user_id;
  await tell(tx, state, caller, type, [state.row.owner_id, ...(account === null ? [] : [account])], { recipientId: recipient.id });
}

export const announceChange = (scene: CheckScene): Promise<void> => announce(scene, 'transaction_updated');

/** Brings a check to where it is by what has come. Changes `check` along. */
export async function advance(scene: CheckScene): Promise<void> {
  const { tx, config, state, check, recipient } = scene;
  const status = progressOf(check);
  if (status === check.status) return announceChange(scene);
  check.status = status;
  await updateIdentityCheck(tx, check.id, { status });
  if (status === 'approved' || status === 'completed') return passed(scene);
  if (status !== 'pending') return announceChange(scene);
  await note(scene, 'identity_check_submitted');
  await announceChange(scene);
  if (check.manual_approval && check.third_party_state !== 'processing') await mailIdentityQuestion(tx, config, state, recipient);
}

/** It is known now who the recipient is. */
export async function passed(scene: CheckScene): Promise<void> {
  await note(scene, 'identity_check_approved');
  await announce(scene, 'if_validation_approved');
  await write(scene, null);
}

export async function failed(scene: CheckScene, status: 'rejected' | 'declined', reason: string | null): Promise<void> {
  Object.assign(scene.check, { status, reason });
  await updateIdentityCheck(scene.tx, scene.check.id, { status, reason });
  await note(scene, 'identity_check_rejected', reason);
  await announce(scene, 'if_validation_rejected');
  if (scene.caller !== null) await write(scene, reason ?? '');
}

/** A mail for who may be away: not for what somebody did a moment ago, nor for who signs in person. */
async function write({ tx, config, state, recipient, caller }: CheckScene, reason: string | null): Promise<void> {
  const own = caller !== null && sameContact({ email: recipient.email }, { email: caller.email });
  if (own || recipient.in_person || !isReachable(recipient)) return;
  await mailIdentityDecision(tx, config, state, recipient, reason);
}
