/**
 * Automatic reminders. The time of the next one is a column of the recipient, so that a job finds what is due by an index. A
 * reminder is sent in the database transaction that moves this time, under the lock of the transaction: of several nodes, one
 * sends it.
 */
import type { ReminderPlan } from '#contract/entities/reminder.ts';
import { isRunning } from '#contract/entities/transaction.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { clearReminders, findDueReminders, type RecipientRow, type ReminderPlace } from '#server/repositories/people.repository.ts';
import type { Caller } from '#server/services/caller.ts';
import { recordInsight } from '#server/services/audit/insights.service.ts';
import { notifyOfRequest } from './request-news.ts';
import { changeRecipient } from './transaction-changes.ts';
import { isReachable, mailReminder, publishTransactionEvent, type NotifyConfig } from './transaction-notifications.ts';
import { isOver, lockTransactionForJob, type TransactionState } from './transaction-state.ts';

const day = 24 * 60 * 60 * 1000;
const portion = 100;
/** Portions of one run; the next run goes on. */
const portionsOfRun = 20;

type Plan = ReminderPlan | null;

const later = (from: Date, days: number): Date => new Date(from.getTime() + days * day);

/** When the next reminder is due; null if there were enough. */
export function nextReminder(plan: Plan, recipient: Pick<RecipientRow, 'automatic_reminders' | 'invited_at' | 'reminded_at'>): Date | null {
  const { automatic_reminders: sent, invited_at: invited, reminded_at: reminded } = recipient;
  if (plan === null || invited === null || sent >= plan.most) return null;
  return reminded === null ? later(invited, plan.firstAfterDays) : later(reminded, plan.everyDays);
}

/** After a reminder by hand, the next automatic one waits for its interval again. */
export const postponed = (plan: Plan, recipient: RecipientRow, now = new Date()): Date | null =>
  (recipient.next_reminder_at === null ? null : nextReminder(plan, { ...recipient, reminded_at: now }));

/** Whether the recipient is asked, and has not done what they were asked for. The sender needs no reminder. */
const awaitsSignature = ({ row }: TransactionState, recipient: RecipientRow): boolean =>
  recipient.invited_at !== null && recipient.completed_at === null && !recipient.in_person && recipient.user_id !== row.owner_id && isReachable(recipient);

/** Plans the reminders of a recipient who was asked, or plans them anew. */
export async function scheduleReminders(tx: Tx, state: TransactionState, recipient: RecipientRow): Promise<void> {
  const next = awaitsSignature(state, recipient) ? nextReminder(state.message.reminders, recipient) : null;
  if (next?.getTime() !== recipient.next_reminder_at?.getTime()) await changeRecipient(tx, recipient, { next_reminder_at: next });
}

interface Dependencies {
  db: Db;
  config: NotifyConfig;
}

/** The job. A transaction that fails doesn't keep the others from their reminders; the job reports it at its end. */
export async function sendDueReminders({ db, config }: Dependencies, now = new Date()): Promise<void> {
  const failures: unknown[] = [];
  let after: ReminderPlace | null = null;
  for (let done = 0; done < portionsOfRun; done += 1) {
    const due: ReminderPlace[] = await findDueReminders(db, now, after, portion);
    for (const { transactionId } of due) await remindIn({ db, config }, transactionId, now).catch((error: unknown) => failures.push(error));
    after = due.at(-1) ?? null;
    if (due.length < portion) break;
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Automatic reminders could not be sent');
}

function remindIn({ db, config }: Dependencies, transactionId: string, now: Date): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const state = await lockTransactionForJob(tx, transactionId);
    // Deleted: left due, they would keep others from their turn.
    if (!state) return clearReminders(tx, [transactionId]);
    const due = state.recipients.filter((each) => each.next_reminder_at !== null && each.next_reminder_at <= now);
    for (const each of due) await remindNow(tx, config, state, each, now);
  });
}

/** What the recipient finds in the app, with the event that shows it at once. */
export async function notifyOfReminder(tx: Tx, state: TransactionState, caller: Caller | null, { user_id: userId }: RecipientRow): Promise<void> {
  if (userId === null) return;
  await publishTransactionEvent(tx, state, caller, 'transaction_updated', { userIds: [userId] });
  await notifyOfRequest(tx, state, caller, 'reminded', { userIds: [userId], person: 'sender' });
}

/** Sends the reminder, or drops it if nobody waits for the recipient any more. */
async function remindNow(tx: Tx, config: NotifyConfig, state: TransactionState, recipient: RecipientRow, now: Date): Promise<void> {
  const isWanted = isRunning(state.row.status) && !isOver(state) && awaitsSignature(state, recipient) && state.message.reminders !== null;
  if (!isWanted || !isReachable(recipient)) return changeRecipient(tx, recipient, { next_reminder_at: null });
  const sent = { reminded_at: now, automatic_reminders: recipient.automatic_reminders + 1 };
  await changeRecipient(tx, recipient, { ...sent, next_reminder_at: nextReminder(state.message.reminders, { ...recipient, ...sent }) });
  await mailReminder(tx, config, state, recipient, { title: null, body: null });
  await notifyOfReminder(tx, state, null, recipient);
  await recordInsight(tx, null, {
    resourceId: state.row.id, resourceType: 'transaction', action: 'transaction_reminded_automatically',
    attributes: { user: { id: recipient.user_id, email: recipient.email, phone: recipient.phone, firstName: recipient.first_name, lastName: recipient.last_name } },
  });
  await publishTransactionEvent(tx, state, null, 'transaction_updated', { userIds: [state.row.owner_id] });
}
