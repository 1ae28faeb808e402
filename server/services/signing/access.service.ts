/** Sending an access code by text message, entering one, and setting a new one. */
import type { OutputOf } from '#contract/calls/calls.ts';
import { sameContact } from '#contract/entities/common.ts';
import type { InsightAction } from '#contract/entities/insight.ts';
import { maskedPhone } from '#contract/entities/phone-number.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { accessCodes, textedAccessCodes } from '#contract/limits/sending.ts';
import { answerOf, awaitFirstAttempt } from '#server/outbox/first-attempt.ts';
import { sendText } from '#server/outbox/send-text.ts';
import { countText } from '#server/outbox/text-limits.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import { sendsTexts, type Config } from '#server/platform/config.ts';
import type { RecipientRow } from '#server/repositories/people.repository.ts';
import { recordInsight } from '#server/services/audit/insights.service.ts';
import { viewerOf, type Caller } from '#server/services/caller.ts';
import { changeRecipient } from '#server/services/transactions/transaction-changes.ts';
import { mailLockedAccessCode, publishTransactionEvent, type NotifyConfig } from '#server/services/transactions/transaction-notifications.ts';
import { displayName, loadTransaction, lockTransaction, showTo, type TransactionState } from '#server/services/transactions/transaction-state.ts';
import { isCodeLocked, needsAccessCode, sessionOf, textedCode, type AccessCodes } from './access-codes.ts';

export type AccessService = ReturnType<typeof createAccessService>;

interface AccessDependencies {
  db: Db;
  config: NotifyConfig & Pick<Config, 'smtpUrl' | 'sms'>;
  accessCodes: AccessCodes;
}

export function createAccessService({ db, config, accessCodes: codes }: AccessDependencies) {
  const firstAttempt = awaitFirstAttempt(db, config);

  async function describe(caller: Caller, id: string): Promise<OutputOf<'transactions.access'>> {
    const state = await loadTransaction(db, id, caller, 'unlock');
    const recipient = lockedPart(state, caller);
    return { title: state.row.name, senderName: displayName(state.owner), isLocked: recipient !== undefined && isCodeLocked(recipient), sentTo: recipient?.access_code_phone ? maskedPhone(recipient.access_code_phone) : null };
  }

  /** Wrong entries stay counted, so that new codes give no new attempts. */
  async function send(caller: Caller, id: string): Promise<OutputOf<'transactions.sendAccessCode'>> {
    const phone = textedTo(lockedPart(await loadTransaction(db, id, caller, 'unlock'), caller));
    await countText(db, caller, phone);
    const noticeId = await db.transaction().execute(async (tx) => {
      const state = await lockTransaction(tx, id, caller, 'unlock');
      const recipient = lockedPart(state, caller);
      if (recipient === undefined || textedTo(recipient) !== phone) throw new AppError('conflict');
      const code = textedCode();
      await changeRecipient(tx, recipient, { access_code_hash: codes.hashOf(recipient.id, code), access_code_sent_at: new Date() });
      await record(tx, caller, state, 'access_code_sent', recipient);
      return sendText(tx, { template: 'access_code', to: phone, locale: recipient.locale ?? caller.locale, locales: config.locales, data: { code } });
    });
    const { late } = answerOf(await firstAttempt(noticeId), 'unable_to_send_sms');
    return { sentTo: maskedPhone(phone), expiresIn: textedAccessCodes.life / 1000, late };
  }

  async function enter(caller: Caller, id: string, code: string): Promise<void> {
    const triesLeft = await db.transaction().execute(async (tx) => {
      const state = await lockTransaction(tx, id, caller, 'unlock');
      const recipient = lockedPart(state, caller);
      // A retry whose first response was lost.
      if (recipient === undefined) return null;
      if (isCodeLocked(recipient)) return 0;
      return codes.matches(recipient, code) ? admit(tx, state, recipient, caller) : countFailure(tx, state, recipient, caller);
    });
    // Thrown after the commit, so that the wrong entry counts.
    if (triesLeft !== null) throw new AppError('invalid_code', { triesLeft });
  }

  async function admit(tx: Tx, state: TransactionState, recipient: RecipientRow, caller: Caller): Promise<null> {
    await changeRecipient(tx, recipient, {
      access_session: sessionOf(caller), access_entered_at: new Date(), access_code_failures: 0,
      // A code that was sent is entered once.
      ...(recipient.access_code_phone === null ? {} : { access_code_hash: null, access_code_sent_at: null }),
    });
    await record(tx, caller, state, 'access_code_entered', recipient);
    return null;
  }

  async function countFailure(tx: Tx, state: TransactionState, recipient: RecipientRow, caller: Caller): Promise<number> {
    await changeRecipient(tx, recipient, { access_code_failures: recipient.access_code_failures + 1 });
    if (isCodeLocked(recipient)) {
      await record(tx, caller, state, 'access_code_locked', recipient);
      await mailLockedAccessCode(tx, config, state, recipient);
      await publishTransactionEvent(tx, state, null, 'transaction_updated', { userIds: [state.row.owner_id] });
    }
    return accessCodes.tries - recipient.access_code_failures;
  }

  async function change(caller: Caller, id: string, { recipientId, code, phone }: { recipientId: string; code?: string | undefined; phone?: string | undefined }): Promise<Transaction> {
    if (phone !== undefined && !sendsTexts(config)) throw new AppError('feature_not_supported', { feature: 'accessCodePhone' });
    const state = await db.transaction().execute(async (tx) => {
      const locked = await lockTransaction(tx, id, caller, 'setAccessCode');
      const recipient = locked.recipients.find((each) => each.id === recipientId && each.access_code_required);
      if (!recipient) throw new AppError('invalid_signer_id');
      await changeRecipient(tx, recipient, {
        access_code_hash: code === undefined ? null : codes.hashOf(recipientId, code), access_code_phone: phone ?? null, access_code_sent_at: null,
        access_code_failures: 0, access_session: null, access_entered_at: null,
      });
      await record(tx, caller, locked, 'access_code_changed', recipient);
      await publishTransactionEvent(tx, locked, caller, 'transaction_updated', { userIds: [locked.row.owner_id] });
      return locked;
    });
    return showTo(db, state, caller);
  }

  return { describe, send, enter, change };
}

/** The caller's entry among the recipients that still needs a code; undefined if none does. */
const lockedPart = ({ recipients }: TransactionState, caller: Caller): RecipientRow | undefined => {
  if (sessionOf(caller) === null) throw new AppError('permission_denied');
  return recipients.find((each) => sameContact(each, viewerOf(caller)) && needsAccessCode(each, caller));
};

/** The number to which the code of a recipient goes. Throws if the sender tells it, or if there were too many wrong ones. */
function textedTo(recipient: RecipientRow | undefined): string {
  if (!recipient?.access_code_phone) throw new AppError('feature_not_supported', { feature: 'accessCodePhone' });
  if (isCodeLocked(recipient)) throw new AppError('invalid_code', { triesLeft: 0 });
  return recipient.access_code_phone;
}

const record = (tx: Tx, caller: Caller, { row }: TransactionState, action: InsightAction, recipient: RecipientRow): Promise<void> =>
  recordInsight(tx, caller, {
    resourceId: row.id, resourceType: 'transaction', action,
    attributes: { user: { id: recipient.user_id, email: recipient.email, phone: recipient.phone, firstName: recipient.first_name, lastName: recipient.last_name } },
  });
