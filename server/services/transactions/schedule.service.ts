/** The deadline and the automatic reminders of a running transaction, which its sender may change. */
import type { ScheduleChange, Transaction } from '#contract/entities/transaction.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import type { Entitlements } from '#server/services/billing/entitlements.ts';
import { recordInsight, type NewInsight } from '#server/services/audit/insights.service.ts';
import type { Caller } from '#server/services/caller.ts';
import { scheduleReminders } from './automatic-reminders.ts';
import { cancelExpiry, queueExpiry } from './expiry.ts';
import { assertInTime } from './sending.service.ts';
import { changeTransaction } from './transaction-changes.ts';
import { publishTransactionEvent } from './transaction-notifications.ts';
import { lockTransaction, spaceOfState, showTo, type TransactionState } from './transaction-state.ts';

export type ScheduleService = ReturnType<typeof createScheduleService>;

interface ScheduleDependencies {
  db: Db;
  entitlements: Pick<Entitlements, 'assertFeatures'>;
}

export function createScheduleService({ db, entitlements }: ScheduleDependencies) {
  async function reschedule(caller: Caller, id: string, change: ScheduleChange): Promise<Transaction> {
    assertInTime(change.expiresAt ?? null);
    const state = await db.transaction().execute(async (tx) => {
      const locked = await lockTransaction(tx, id, caller, 'reschedule');
      if (change.reminders) await entitlements.assertFeatures(tx, spaceOfState(locked), { reminds: true }, locked.row.granted_features);
      const entries = [...(await moveDeadline(tx, locked, change)), ...(await changeReminders(tx, locked, change))];
      for (const entry of entries) await recordInsight(tx, caller, { resourceId: id, resourceType: 'transaction', ...entry });
      if (entries.length > 0) await publishTransactionEvent(tx, locked, caller, 'transaction_updated');
      return locked;
    });
    return showTo(db, state, caller);
  }

  return { reschedule };
}

type Entry = Pick<NewInsight, 'action' | 'attributes'>;

/** Returns what the history tells of it: nothing, if the deadline is as it was. */
async function moveDeadline(tx: Tx, state: TransactionState, { expiresAt }: ScheduleChange): Promise<Entry[]> {
  const next = expiresAt ? new Date(expiresAt) : null;
  if (expiresAt === undefined || next?.getTime() === state.row.expires_at?.getTime()) return [];
  await changeTransaction(tx, state, { expires_at: next });
  await (next === null ? cancelExpiry(tx, state.row.id) : queueExpiry(tx, state.row.id, next));
  return [next === null ? { action: 'transaction_deadline_removed' } : { action: 'transaction_deadline_changed', attributes: { deadline: next.toISOString() } }];
}

async function changeReminders(tx: Tx, state: TransactionState, { reminders }: ScheduleChange): Promise<Entry[]> {
  if (reminders === undefined || JSON.stringify(reminders) === JSON.stringify(state.message.reminders)) return [];
  await changeTransaction(tx, state, { message: { ...state.message, reminders } });
  for (const each of state.recipients) await scheduleReminders(tx, state, each);
  return [{ action: 'transaction_reminders_changed' }];
}
