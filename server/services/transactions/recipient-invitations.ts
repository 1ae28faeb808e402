import { activeRecipients } from '#contract/entities/signing-order.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { RecipientRow } from '#server/repositories/people.repository.ts';
import { findOrCreateGuest, type NewPerson, type Reach, type User } from '#server/repositories/users.repository.ts';
import type { Caller } from '#server/services/caller.ts';
import { hostAccountOf } from '#server/services/signing/in-person.ts';
import { recordInsight } from '#server/services/audit/insights.service.ts';
import { scheduleReminders } from './automatic-reminders.ts';
import { requestCodes, notifyOfRequest } from './request-news.ts';
import { addressKey, isReachable, mailInvitation, publishTransactionEvent, type NotifyConfig, type PassedOn } from './transaction-notifications.ts';
import { changeRecipient, undismiss } from './transaction-changes.ts';
import { personOf, type TransactionState } from './transaction-state.ts';

/** The recipients whose turn it is. */
export const recipientsInTurn = (state: TransactionState): RecipientRow[] =>
  activeRecipients(state.recipients.map((row) => ({ row, signingOrder: row.signing_order, completed: row.completed_at !== null, removed: false }))).map(({ row }) => row);

export const isInTurn = (state: TransactionState, recipient: Pick<RecipientRow, 'id'>): boolean => recipientsInTurn(state).some(({ id }) => id === recipient.id);

/**
 * Invites the recipients whose turn it is and who were not invited yet, which lets them read and sign. Throws `fields_empty` if one of
 * them has no address.
 */
export async function inviteNext(tx: Tx, config: NotifyConfig, state: TransactionState, caller: Caller, passedOn?: PassedOn): Promise<void> {
  const invitees = recipientsInTurn(state).filter((each) => !each.invited_at);
  const accounts = await accountsOf(tx, state, invitees);
  for (const next of invitees) await invite(tx, config, state, { next, caller, accounts, passedOn });
}

/** In the order of addresses: transactions that start at the same time and create the same accounts don't wait for each other in a circle. */
async function accountsOf(tx: Tx, state: TransactionState, invitees: readonly RecipientRow[]): Promise<Map<string, User>> {
  const accounts = new Map<string, User>();
  for (const next of invitees.filter(isReachable).toSorted((a, b) => (addressKey(a) < addressKey(b) ? -1 : 1))) {
    if (!next.in_person) accounts.set(next.id, await findOrCreateGuest(tx, newPersonOf(next, state)));
  }
  return accounts;
}

const newPersonOf = (next: RecipientRow & Reach, { owner }: TransactionState): NewPerson => ({
  ...(next.email === null ? { email: null, phone: next.phone } : { email: next.email }), firstName: next.first_name, lastName: next.last_name, locale: next.locale ?? owner.locale,
});

interface Invitation {
  next: RecipientRow;
  caller: Caller;
  accounts: ReadonlyMap<string, User>;
  passedOn: PassedOn | undefined;
}

async function invite(tx: Tx, config: NotifyConfig, state: TransactionState, { next, caller, accounts, passedOn }: Invitation): Promise<void> {
  if (next.in_person) return inviteInPerson(tx, state, next, caller);
  const user = accounts.get(next.id);
  if (!user || !isReachable(next)) throw new AppError('fields_empty', { recipientId: next.id });
  await undismiss(tx, state, user.id);
  await changeRecipient(tx, next, { user_id: user.id, invited_at: new Date() });
  await scheduleReminders(tx, state, next);
  await noteInvitation(tx, state, next, caller);
  await publishTransactionEvent(tx, state, caller, 'incoming_transaction', { userIds: [user.id] });
  await notifyOfRequest(tx, state, caller, user.id === state.row.owner_id ? 'own_turn' : requestCodes[next.participation], { userIds: [user.id], person: 'sender' });
  if (user.id !== caller.userId) await mailInvitation(tx, config, state, next, passedOn);
}

/** An in-person signer is invited by the host, who is present: no account and no mail. */
async function inviteInPerson(tx: Tx, state: TransactionState, next: RecipientRow, caller: Caller): Promise<void> {
  await changeRecipient(tx, next, { invited_at: new Date() });
  await noteInvitation(tx, state, next, caller);
  await publishTransactionEvent(tx, state, caller, 'incoming_transaction', { userIds: [hostAccountOf(state, next)] });
  await notifyOfRequest(tx, state, caller, 'in_person_requested', { userIds: [hostAccountOf(state, next)], person: next });
}

async function noteInvitation(tx: Tx, state: TransactionState, next: RecipientRow, caller: Caller): Promise<void> {
  await recordInsight(tx, caller, {
    resourceId: state.row.id,
    resourceType: 'transaction',
    action: 'recipient_invited',
    attributes: { user: personOf(next), ...(next.participation === 'signer' ? {} : { type: next.participation }) },
  });
}
