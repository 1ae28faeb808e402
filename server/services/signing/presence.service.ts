/** The one-time code that proves that an in-person signer is at the host's device before they sign. */
import type { OutputOf } from '#contract/calls/calls.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { links } from '#contract/limits/links.ts';
import { sendMail } from '#server/outbox/send-mail.ts';
import { sendText } from '#server/outbox/send-text.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import { useCode, type Codes } from '#server/identity/codes.ts';
import { originOfKnown } from '#server/identity/sign-in-attempts.ts';
import type { RecipientRow } from '#server/repositories/people.repository.ts';
import type { Caller } from '#server/services/caller.ts';
import { hostNameOf } from './in-person.ts';
import type { NotifyConfig } from '#server/services/transactions/transaction-notifications.ts';
import { presenceAddress } from './presence.ts';
import { activeOf } from './signer.ts';
import { changeRecipient } from '#server/services/transactions/transaction-changes.ts';
import { loadTransaction, lockTransaction, showTo, type TransactionState } from '#server/services/transactions/transaction-state.ts';

const purposeOf = (transactionId: string, recipientId: string): string => `presence/${transactionId}/${recipientId}`;

export type PresenceService = ReturnType<typeof createPresenceService>;

export function createPresenceService({ db, codes, config }: { db: Db; codes: Codes; config: NotifyConfig }) {
  async function sendCode(caller: Caller, id: string, byUser: string): Promise<OutputOf<'transactions.sendPresenceCode'>> {
    const state = await loadTransaction(db, id, caller, 'read');
    const { recipient, address } = expected(state, caller, byUser);
    await db.transaction().execute((tx) => codes.issue(tx, { purpose: purposeOf(id, recipient.id), address, origin: originOfKnown(`account/${caller.userId}`) }, (code) => send(tx, state, recipient, code)));
    return { sentTo: address, expiresIn: links.oneTimeCodeLife / 1000 };
  }

  function send(tx: Tx, state: TransactionState, recipient: RecipientRow, code: string): Promise<string | null> {
    const data = { code, title: state.row.name, hostName: hostNameOf(state, recipient) };
    const shared = { template: 'presence_code' as const, locale: recipient.locale ?? state.owner.locale, locales: config.locales, data };
    return recipient.email === null ? sendText(tx, { ...shared, to: recipient.phone ?? '' }) : sendMail(tx, { ...shared, to: { email: recipient.email } });
  }

  async function prove(caller: Caller, id: string, { byUser, code }: { byUser: string; code: string }): Promise<Transaction> {
    expected(await loadTransaction(db, id, caller, 'read'), caller, byUser);
    const matched = await codes.match(purposeOf(id, byUser), code);
    await db.transaction().execute(async (tx) => {
      const { recipient, address } = expected(await lockTransaction(tx, id, caller, 'read'), caller, byUser);
      if (matched.address !== address) throw new AppError('invalid_code', { triesLeft: 0 });
      await useCode(tx, matched);
      await changeRecipient(tx, recipient, { presence_proven_at: new Date(), presence_proven_by: address });
    });
    return showTo(db, await loadTransaction(db, id, caller, 'read'), caller);
  }

  return { sendCode, prove };
}

/** Returns the active in-person signer of this host and their address; throws if they have none. */
function expected(state: TransactionState, caller: Caller, byUser: string): { recipient: RecipientRow; address: string } {
  const recipient = activeOf(state, caller, byUser);
  const address = recipient.id === byUser ? presenceAddress(recipient) : null;
  if (address === null) throw new AppError('sign_conditions_not_accepted', { reason: 'presence' });
  return { recipient, address };
}
