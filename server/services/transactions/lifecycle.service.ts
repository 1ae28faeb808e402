/** The lifecycle of a running transaction apart from signing: decline, cancel, remind, reassign and expire. */
import { sql } from 'kysely';
import type { CallBody } from '#contract/calls/define.ts';
import type { transactionsCalls } from '#contract/calls/transactions.calls.ts';
import { isPersonName, sameContact, type Contact } from '#contract/entities/common.ts';
import { isRunning, withoutRecipients, type Transaction } from '#contract/entities/transaction.ts';
import { lengths } from '#contract/limits/lengths.ts';
import { timing } from '#contract/limits/timing.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import { revokeMagicCodes } from '#server/identity/magic-code.ts';
import { findFields, lockFiles, updateFile } from '#server/repositories/files.repository.ts';
import { findInsights } from '#server/repositories/insights.repository.ts';
import type { RecipientRow } from '#server/repositories/people.repository.ts';
import { countInBulk } from '#server/services/bulks/counters.ts';
import { viewerOf, type Caller } from '#server/services/caller.ts';
import type { Entitlements } from '#server/services/billing/entitlements.ts';
import { notifyOfReminder, postponed } from './automatic-reminders.ts';
import { queueExpiry } from './expiry.ts';
import { queueCancellations } from '#server/services/identity-checks/cancellation.ts';
import { recordInsight, toInsight } from '#server/services/audit/insights.service.ts';
import { notifyOfRequest } from './request-news.ts';
import { inviteNext, isInTurn } from './recipient-invitations.ts';
import { audienceOf, isReachable, linkPurpose, mailCancellation, mailDecline, mailExpiry, mailNaming, mailReassignment, mailReminder, publishTransactionEvent, type NotifyConfig } from './transaction-notifications.ts';
import { activeOf, assertUnlocked, recipientOf } from '#server/services/signing/signer.ts';
import { removePictures } from '#server/services/storage/remove-bodies.ts';
import { assertNeedsNoApproval } from './send-approval-state.ts';
import { changeCarbonCopies, changeRecipient, changeTransaction, endReminders, removeAttachments, supersedeChecks } from './transaction-changes.ts';
import { isOver, ownsOrAdministers, loadTransaction, lockTransaction, lockTransactionForJob, personOf, spaceOfState, showTo, type TransactionState } from './transaction-state.ts';

type Decline = CallBody<(typeof transactionsCalls)['transactions.decline']>;
type Remind = CallBody<(typeof transactionsCalls)['transactions.remind']>;
type Reassign = CallBody<(typeof transactionsCalls)['transactions.reassign']>;
type Named = { firstName?: string | null | undefined; lastName?: string | null | undefined };

/** Extension (ms) of an expired transaction that waits for a time stamp. */
const waitingTime = 60 * 60 * 1000;

export type LifecycleService = ReturnType<typeof createLifecycleService>;

interface LifecycleDependencies {
  db: Db;
  config: NotifyConfig;
  entitlements: Pick<Entitlements, 'assertFeatures'>;
}

export function createLifecycleService({ db, config, entitlements }: LifecycleDependencies) {
  const current = async (caller: Caller, id: string): Promise<Transaction> => showTo(db, await loadTransaction(db, id, caller, 'read'), caller);

  /** `byUser`: the in-person signer who declines on the host's device. */
  async function decline(caller: Caller, id: string, { reason, byUser }: Decline): Promise<Transaction> {
    await db.transaction().execute(async (tx) => {
      if (await isDeclined(tx, caller, id, { reason, byUser })) return;
      const state = await lockTransaction(tx, id, caller, byUser ? 'read' : 'decline');
      assertReason(state, reason);
      const recipient = activeDecider(state, caller, byUser);
      assertUnlocked(recipient, caller);
      // Nothing is asked of a viewer to which they could say no.
      if (recipient.participation === 'viewer') throw new AppError('permission_denied');
      await changeRecipient(tx, recipient, { declined_at: new Date() });
      await end(tx, state, 'declined', { rejection_reason: reason });
      await recordInsight(tx, caller, {
        resourceId: id, resourceType: 'transaction', action: 'transaction_declined_by_recipient',
        attributes: { user: personOf(recipient), reason, title: state.row.name },
      });
      await publishTransactionEvent(tx, state, caller, 'transaction_declined_by_recipient', { data: { recipientId: recipient.id } });
      await notifyOfRequest(tx, state, caller, 'declined', { userIds: audienceOf(state), person: recipient });
      await mailDecline(tx, config, state, recipient, reason);
    });
    return current(caller, id);
  }

  async function cancel(caller: Caller, id: string): Promise<Transaction> {
    await db.transaction().execute(async (tx) => {
      if (await isCanceled(tx, caller, id)) return;
      await cancelRunning(tx, config, caller, await lockTransaction(tx, id, caller, 'cancel'));
    });
    return current(caller, id);
  }

  async function remind(caller: Caller, id: string, input: Remind): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const state = await lockTransaction(tx, id, caller, 'remind');
      const recipient = findRecipient(state, input.userId);
      if (!recipient || recipient.completed_at || !recipient.invited_at || recipient.in_person || !isReachable(recipient)) throw new AppError('invalid_signer_id');
      await entitlements.assertFeatures(tx, spaceOfState(state), { reminds: true });
      assertNotTooSoon(recipient);
      await changeRecipient(tx, recipient, { reminded_at: new Date(), next_reminder_at: postponed(state.message.reminders, recipient) });
      await mailReminder(tx, config, state, recipient, { title: input.title, body: input.message });
      await notifyOfReminder(tx, state, caller, recipient);
      await recordInsight(tx, caller, {
        resourceId: id, resourceType: 'transaction', action: 'transaction_reminded',
        attributes: { user: personOf(recipient), title: input.title },
      });
    });
  }

  async function reassign(caller: Caller, id: string, input: Reassign): Promise<Transaction> {
    const state = await db.transaction().execute(async (tx) => {
      const passedOn = await findPassedOn(tx, caller, id, input);
      if (passedOn) return passedOn;
      const locked = await lockTransaction(tx, id, caller, 'reassign');
      await assertAllowed(tx, locked);
      const bySender = await ownsOrAdministers(tx, locked, caller);
      const from = assertReassignable(locked, caller, bySender, input);
      if (bySender && !passesOnOwnPlace(locked, caller, from)) await assertNeedsNoApproval(tx, locked.row.org_id, caller.userId);
      const before = audienceOf(locked);
      const leaver = { ...from };
      await replaceInFields(tx, locked.fileIds, from, input.toUser);
      await replaceRecipient(tx, locked, from, input.toUser);
      if (leaver.user_id) await revokeMagicCodes(tx, [linkPurpose(id)], leaver.user_id);
      await changeTransaction(tx, locked);
      await recordInsight(tx, caller, {
        resourceId: id, resourceType: 'transaction', action: 'transaction_reassigned',
        attributes: { user: personOf(leaver), users: [personOf(from)], reason: input.reason, title: locked.row.name },
      });
      // If the sender reassigned, they get no mail about it, and the new recipient gets a normal invitation.
      const passing = bySender ? undefined : { from: leaver, reason: input.reason };
      if (leaver.invited_at) await inviteNext(tx, config, locked, caller, passing);
      // An in-person signer is informed that they were named, as when the transaction starts.
      if (from.in_person) await mailNaming(tx, config, locked, from);
      if (passing) await mailReassignment(tx, config, locked, from, passing);
      await publishTransactionEvent(tx, locked, caller, 'transaction_reassigned', { userIds: [...before, ...audienceOf(locked)] });
      await notifyOfRequest(tx, locked, caller, 'reassigned', { userIds: [locked.row.owner_id], person: 'actor' });
      await notifyOfRequest(tx, locked, caller, 'released', { userIds: [leaver.invited_at && leaver.user_id], person: 'sender' });
      return locked;
    });
    // After reassigning, the caller may have lost read access but still gets the result.
    return showTo(db, state, caller);
  }

  /** If the transaction does not allow reassignment, the plan must. */
  async function assertAllowed(tx: Tx, state: TransactionState): Promise<void> {
    if (state.options.allowSignerReassignment) return;
    await entitlements.assertFeatures(tx, spaceOfState(state), { options: { allowSignerReassignment: true } });
  }

  /** Expires a transaction that is overdue. Does nothing if it has ended. Uses the database's clock, which also triggers the job. */
  async function expire(id: string): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const state = await lockTransactionForJob(tx, id);
      if (!state || !isRunning(state.row.status) || !state.row.expires_at) return;
      // The job may run early if someone advanced the queue: queue it again.
      if (state.row.expires_at > (await clockOf(tx))) return queueExpiry(tx, id, state.row.expires_at);
      // A signature submitted in time counts once its time stamp arrives.
      if (state.waitingSignings.length > 0) return queueExpiry(tx, id, new Date(Date.now() + waitingTime));
      await end(tx, state, 'expired');
      await recordInsight(tx, null, { resourceId: id, resourceType: 'transaction', action: 'transaction_expired', attributes: { title: state.row.name } });
      await publishTransactionEvent(tx, state, null, 'transaction_updated');
      const done = state.recipients.filter((each) => each.completed_at !== null).map((each) => each.user_id);
      await notifyOfRequest(tx, state, null, 'expired', { userIds: audienceOf(state).filter((id) => id === state.row.owner_id || !done.includes(id)) });
      await mailExpiry(tx, config, state);
    });
  }

  return { decline, cancel, remind, reassign, expire };
}

/** Cancels a locked, running transaction, and tells those who were asked to sign. `transactionId`: the one in its place, if any. */
export async function cancelRunning(tx: Tx, config: NotifyConfig, caller: Caller, state: TransactionState, transactionId: string | null = null): Promise<void> {
  await end(tx, state, 'canceled');
  await recordInsight(tx, caller, { resourceId: state.row.id, resourceType: 'transaction', action: 'transaction_canceled', attributes: { title: state.row.name, transactionId } });
  await publishTransactionEvent(tx, state, caller, 'transaction_canceled');
  await notifyOfRequest(tx, state, caller, 'canceled', { userIds: audienceOf(state), person: 'actor' });
  await mailCancellation(tx, config, state);
}

/** The reason is for people who can't be told it end-to-end encrypted, so there is none. */
function assertReason({ row }: TransactionState, reason: string): void {
  if (row.end_to_end_encrypted && reason !== '') throw new AppError('end_to_end_encrypted', [{ path: 'body/reason' }]);
  if (!row.end_to_end_encrypted && reason === '') throw new AppError('missing_reason');
}

async function clockOf(tx: Tx): Promise<Date> {
  const { rows: [row] } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(tx);
  return row?.now ?? new Date();
}

/** A retry whose first response was lost: the transaction is already canceled. */
async function isCanceled(tx: Tx, caller: Caller, id: string): Promise<boolean> {
  const state = await lockTransaction(tx, id, caller, 'read');
  return state.row.status === 'canceled' && ownsOrAdministers(tx, state, caller);
}

/** A retry: the same recipient declined for the same reason. */
async function isDeclined(tx: Tx, caller: Caller, id: string, { reason, byUser }: Decline): Promise<boolean> {
  const state = await lockTransaction(tx, id, caller, 'read');
  if (state.row.status !== 'declined' || state.row.rejection_reason !== reason) return false;
  const own = recipientOf(state, caller, byUser);
  return own.declined_at !== null || (isInTurn(state, own) && state.recipients.every((each) => each.declined_at === null));
}

/** Detects a repeated reassignment by the same person to the same recipient. The caller may no longer be a recipient. */
async function findPassedOn(tx: Tx, caller: Caller, id: string, { fromUserId, toUser, reason }: Reassign): Promise<TransactionState | null> {
  const state = await lockTransactionForJob(tx, id);
  const place = state?.recipients.find((each) => sameContact(each, toUser));
  if (!state || !place || place.completed_at || !isRunning(state.row.status) || isOver(state)) return null;
  const done = (await findInsights(tx, id)).map(toInsight).some(({ action, actor, attributes }) =>
    action === 'transaction_reassigned' && actor.id === caller.userId && attributes.reason === reason
    && (fromUserId === place.id || fromUserId === attributes.user?.id)
    && attributes.users.some((each) => sameContact(each, toUser) && sameNames(each, toUser)));
  return done ? state : null;
}

const sameNames = (a: Named, b: Named): boolean => (a.firstName ?? null) === (b.firstName ?? null) && (a.lastName ?? null) === (b.lastName ?? null);

async function end(tx: Tx, state: TransactionState, status: 'declined' | 'canceled' | 'expired', changes: { rejection_reason?: string } = {}): Promise<void> {
  await changeTransaction(tx, state, { status, ...changes, password_sealed: null });
  await endReminders(tx, [state]);
  await revokeMagicCodes(tx, [linkPurpose(state.row.id)]);
  await queueCancellations(tx, [state.row.id]);
  await countInBulk(tx, state, status === 'canceled' ? 'canceled' : 'failed');
}

/** Enforces the minimum interval between reminders: `too_many_requests` with `retryAfter` in seconds. */
function assertNotTooSoon({ reminded_at }: RecipientRow): void {
  const wait = reminded_at === null ? 0 : reminded_at.getTime() + timing.reminderInterval - Date.now();
  if (wait > 0) throw new AppError('too_many_requests', { retryAfter: Math.ceil(wait / 1000) });
}

/** A person may be listed twice, and view besides. */
function activeDecider(state: TransactionState, caller: Caller, byUser: string | null | undefined): RecipientRow {
  const signer = activeOf(state, caller, byUser, 'signer');
  return signer.participation === 'signer' ? signer : activeOf(state, caller, byUser, 'approver');
}

/** `id` may be the recipient's id in the transaction or the account's id. */
const findRecipient = (state: TransactionState, id: string): RecipientRow | undefined =>
  state.recipients.find((each) => each.id === id) ?? state.recipients.find((each) => each.user_id === id);

function assertReassignable(state: TransactionState, caller: Caller, isOwner: boolean, { fromUserId, toUser, reason }: Reassign): RecipientRow {
  if (reason === '') throw new AppError('missing_reason');
  if (reason.length > lengths.reason) throw new AppError('reason_too_large');
  if ([toUser.firstName, toUser.lastName].some((name) => name && !isPersonName(name))) throw new AppError('names_validation');
  if (!toUser.email && !toUser.phone) throw new AppError('fields_empty');
  const from = findRecipient(state, fromUserId);
  if (!from || from.completed_at) throw new AppError('invalid_signer_id');
  if (!isOwner && !sameContact(from, viewerOf(caller))) throw new AppError('permission_denied');
  if (sameContact(toUser, caller)) throw new AppError('match_user');
  if (state.recipients.some((each) => sameContact(each, toUser))) throw new AppError('match_recipient');
  // The recipient's signature field in a signed file is already filled.
  if (state.signings.some((each) => each.recipient_id === from.id)) throw new AppError('conflict');
  return from;
}

/** As any recipient may. Whom else a sender puts in somebody's place would have to be approved: they correct the transaction instead. */
const passesOnOwnPlace = ({ options }: TransactionState, caller: Caller, from: RecipientRow): boolean => options.allowSignerReassignment && sameContact(from, viewerOf(caller));

/** Replaces the person; position and id stay. */
async function replaceRecipient(tx: Tx, state: TransactionState, from: RecipientRow, to: Reassign['toUser']): Promise<void> {
  const person = {
    email: to.email, phone: to.phone, first_name: to.firstName, last_name: to.lastName, user_id: null, locale: null, private_message: '',
    invited_at: null, viewed_at: null, viewed_file_ids: [], notice_id: null, reminded_at: null, next_reminder_at: null, automatic_reminders: 0,
    access_code_failures: 0, access_session: null, access_entered_at: null,
    // Codes by text message don't go to the former person's phone, nor to one that a recipient chose: the sender sets a new code or number.
    ...(from.access_code_phone === null ? {} : { access_code_phone: null, access_code_hash: null, access_code_sent_at: null }),
  };
  await changeRecipient(tx, from, person);
  await supersedeChecks(tx, state, from);
  await removePictures(tx, (await removeAttachments(tx, state, (each) => each.recipient_id === from.id)).map((each) => each.body_ref));
  const left = withoutRecipients(state.carbonCopies, [to]);
  if (left.length < state.carbonCopies.length) await changeCarbonCopies(tx, state, left);
}

async function replaceInFields(tx: Tx, fileIds: readonly string[], from: Contact, to: Contact): Promise<void> {
  for (const file of await lockFiles(tx, fileIds)) {
    const known = await findFields(tx, file.id);
    const owned = known.some((each) => each.recipient && sameContact(each.recipient, from));
    if (!owned) continue;
    const fields = known.map((each) =>
      each.recipient && sameContact(each.recipient, from)
        ? { ...each, recipient: { ...each.recipient, email: to.email ?? null, phone: to.phone ?? null } }
        : each,
    );
    await updateFile(tx, file.id, { fields: JSON.stringify(fields) });
  }
}
