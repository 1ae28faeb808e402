/** Decisions on identity checks: by the sender, by the verification provider, or by time-out. */
import { isRunning } from '#contract/entities/transaction.ts';
import type { IdentityCheck } from '#contract/entities/identity-check.ts';
import type { IdentityChecker, IdentityNotice } from '#server/adapters/identity-check/identity-checker.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import { findIdentityCheck, findIdentityCheckByReference, type IdentityCheckRow } from '#server/repositories/identity-checks.repository.ts';
import type { Caller } from '#server/services/caller.ts';
import type { NotifyConfig } from '#server/services/transactions/transaction-notifications.ts';
import { changeIdentityCheck } from '#server/services/transactions/transaction-changes.ts';
import { isOver, lockTransaction, lockTransactionForJob, type TransactionState } from '#server/services/transactions/transaction-state.ts';
import { advance, publishCheckChange, failed, recordCheck, passed, type CheckContext } from './check-effects.ts';
import { queueCancellation } from './cancellation.ts';
import { isFailed } from './check-progress.ts';
import { scheduleExpiry, type IdentityChecksService } from './identity-checks.service.ts';

interface DecidingDependencies {
  db: Db;
  checks: Pick<IdentityChecksService, 'shown'>;
  checker: IdentityChecker | null;
  config: NotifyConfig;
}

export type DecisionsService = ReturnType<typeof createDecisionsService>;

export function createDecisionsService({ db, checks, checker, config }: DecidingDependencies) {
  const approve = (caller: Caller, id: string, recipientId: string): Promise<IdentityCheck> =>
    decide(caller, id, recipientId, 'approved', async (context) => {
      if (context.check.third_party_state === 'processing') throw new AppError('not_ready', { reason: 'third_party' });
      await changeIdentityCheck(context.tx, context.check, { status: 'approved' });
      await passed(context);
    });

  async function reject(caller: Caller, id: string, recipientId: string, reason: string): Promise<IdentityCheck> {
    if (reason === '') throw new AppError('missing_reason');
    return decide(caller, id, recipientId, 'rejected', (context) => failed(context, 'rejected', reason));
  }

  /** Idempotent: a repeated decision with the same outcome changes nothing. */
  async function decide(caller: Caller, id: string, recipientId: string, outcome: 'approved' | 'rejected', act: (context: CheckContext) => Promise<void>): Promise<IdentityCheck> {
    const check = await db.transaction().execute(async (tx) => {
      const state = await lockTransaction(tx, id, caller, 'approveIdentity');
      const context = contextOf(tx, state, (each) => each.recipient_id === recipientId, caller);
      if (!context) throw new AppError('invalid_signer_id');
      if (context.check.status === outcome) return context.check;
      if (context.check.status !== 'pending') throw new AppError('conflict', { status: context.check.status });
      await act(context);
      return context.check;
    });
    return checks.shown(check, false);
  }

  const contextOf = (tx: Tx, state: TransactionState, wanted: (check: IdentityCheckRow) => boolean, caller: Caller | null): CheckContext | null => {
    const check = state.identityChecks.find(wanted);
    const recipient = check && state.recipients.find((each) => each.id === check.recipient_id);
    return check && recipient ? { tx, config, state, check, recipient, caller } : null;
  };

  /** Returns the check with its transaction locked; null if it no longer counts because the transaction has ended. */
  async function lockCheck(tx: Tx, row: IdentityCheckRow | undefined): Promise<CheckContext | null> {
    const state = row && (await lockTransactionForJob(tx, row.transaction_id));
    return state && isRunning(state.row.status) && !isOver(state) ? contextOf(tx, state, (each) => each.id === row.id, null) : null;
  }

  /** Handles a webhook of the verification provider. Notices may arrive out of order and repeatedly. */
  async function takeNotice(body: Buffer, signature: string | undefined): Promise<void> {
    if (checker === null) throw new AppError('feature_not_supported');
    const notice = checker.readNotice(body, signature);
    if (!notice) return;
    await db.transaction().execute(async (tx) => {
      const context = await lockCheck(tx, await findIdentityCheckByReference(tx, notice.reference));
      if (!context || isFailed(context.check.status) || context.check.third_party_state === 'verified') return;
      await applyNotice(context, notice);
    });
  }

  async function expire(checkId: string, now = new Date()): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const context = await lockCheck(tx, await findIdentityCheck(tx, checkId));
      if (context?.check.status !== 'capturing') return;
      if (context.check.expires_at > now) return scheduleExpiry(tx, checkId, context.check.expires_at);
      if (context.check.reference !== null && context.check.third_party_state === 'open') await queueCancellation(tx, context.check.reference);
      await failed(context, 'rejected', 'timeout');
    });
  }

  /** The job. Does nothing if no verification provider is configured any more. */
  const cancelSession = async (reference: string): Promise<void> => checker?.cancel(reference);

  return { approve, reject, takeNotice, expire, cancelSession };
}

async function applyNotice(context: CheckContext, { outcome, reason }: IdentityNotice): Promise<void> {
  const { tx, check } = context;
  if (outcome === 'declined') return failed(context, 'declined', reason);
  if (outcome === 'canceled') {
    await changeIdentityCheck(tx, check, { status: 'canceled' });
    await recordCheck(context, 'identity_check_canceled');
    return publishCheckChange(context);
  }
  await changeIdentityCheck(tx, check, { third_party_state: outcome === 'verified' ? 'verified' : 'processing' });
  await advance(context);
}
