/** Decisions on identity checks: by the sender, by the verification provider, or by time-out. */
import { isRunning } from '#contract/entities/transaction.ts';
import type { IdentityCheck } from '#contract/entities/identity-check.ts';
import type { IdentityChecker, IdentityNotice } from '#server/adapters/identity-check/identity-checker.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import { findIdentityCheck, findIdentityCheckByReference, updateIdentityCheck, type IdentityCheckRow } from '#server/repositories/identity-checks.repository.ts';
import type { Caller } from '#server/services/caller.ts';
import type { NotifyConfig } from '#server/services/transactions/transaction-notifications.ts';
import { isOver, lockTransaction, lockTransactionForJob, type TransactionState } from '#server/services/transactions/transaction-state.ts';
import { advance, announceChange, failed, note, passed, type CheckScene } from './check-effects.ts';
import { callOff } from './cancellation.ts';
import { isFailed } from './check-progress.ts';
import { giveUpAt, type IdentityChecksService } from './identity-checks.service.ts';

interface DecidingDependencies {
  db: Db;
  checks: Pick<IdentityChecksService, 'shown'>;
  checker: IdentityChecker | null;
  config: NotifyConfig;
}

export type DecidingService = ReturnType<typeof createDecidingService>;

export function createDecidingService({ db, checks, checker, config }: DecidingDependencies) {
  const approve = (caller: Caller, id: string, recipientId: string): Promise<IdentityCheck> =>
    decide(caller, id, recipientId, 'approved', async (scene) => {
      if (scene.check.third_party_state === 'processing') throw new AppError('not_ready', { reason: 'third_party' });
      scene.check.status = 'approved';
      await updateIdentityCheck(scene.tx, scene.check.id, { status: 'approved' });
      await passed(scene);
    });

  async function reject(caller: Caller, id: string, recipientId: string, reason: string): Promise<IdentityCheck> {
    if (reason === '') throw new AppError('missing_reason');
    return decide(caller, id, recipientId, 'rejected', (scene) => failed(scene, 'rejected', reason));
  }

  /** Idempotent: a repeated decision with the same outcome changes nothing. */
  async function decide(caller: Caller, id: string, recipientId: string, outcome: 'approved' | 'rejected', act: (scene: CheckScene) => Promise<void>): Promise<IdentityCheck> {
    const check = await db.transaction().execute(async (tx) => {
      const state = await lockTransaction(tx, id, caller, 'approveIdentity');
      const scene = sceneOf(tx, state, (each) => each.recipient_id === recipientId, caller);
      if (!scene) throw new AppError('invalid_signer_id');
      if (scene.check.status === outcome) return scene.check;
      if (scene.check.status !== 'pending') throw new AppError('conflict', { status: scene.check.status });
      await act(scene);
      return scene.check;
    });
    return checks.shown(check, false);
  }

  const sceneOf = (tx: Tx, state: TransactionState, wanted: (check: IdentityCheckRow) => boolean, caller: Caller | null): CheckScene | null => {
    const check = state.identityChecks.find(wanted);
    const recipient = check && state.recipients.find((each) => each.id === check.recipient_id);
    return check && recipient ? { tx, config, state, check, recipient, caller } : null;
  };

  /** Returns the check with its transaction locked; null if it no longer counts because the transaction has ended. */
  async function lockCheck(tx: Tx, row: IdentityCheckRow | undefined): Promise<CheckScene | null> {
    const state = row && (await lockTransactionForJob(tx, row.transaction_id));
    return state && isRunning(state.row.status) && !isOver(state) ? sceneOf(tx, state, (each) => each.id === row.id, null) : null;
  }

  /** Handles a webhook of the verification provider. Notices may arrive out of order and repeatedly. */
  async function takeNotice(body: Buffer, signature: string | undefined): Promise<void> {
    if (checker === null) throw new AppError('feature_not_supported');
    const notice = checker.readNotice(body, signature);
    if (!notice) return;
    await db.transaction().execute(async (tx) => {
      const scene = await lockCheck(tx, await findIdentityCheckByReference(tx, notice.reference));
      if (!scene || isFailed(scene.check.status) || scene.check.third_party_state === 'verified') return;
      await heed(scene, notice);
    });
  }

  async function expire(checkId: string, now = new Date()): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const scene = await lockCheck(tx, await findIdentityCheck(tx, checkId));
      if (scene?.check.status !== 'capturing') return;
      if (scene.check.expires_at > now) return giveUpAt(tx, checkId, scene.check.expires_at);
      if (scene.check.reference !== null && scene.check.third_party_state === 'open') await callOff(tx, scene.check.reference);
      await failed(scene, 'rejected', 'timeout');
    });
  }

  /** The job. Does nothing if no verification provider is configured any more. */
  const callOffSession = async (reference: string): Promise<void> => checker?.cancel(reference);

  return { approve, reject, takeNotice, expire, callOffSession };
}

async function heed(scene: CheckScene, { outcome, reason }: IdentityNotice): Promise<void> {
  const { tx, check } = scene;
  if (outcome === 'declined') return failed(scene, 'declined', reason);
  if (outcome === 'canceled') {
    await updateIdentityCheck(tx, check.id, { status: 'canceled' });
    await note(scene, 'identity_check_canceled');
    return announceChange(scene);
  }
  check.third_party_state = outcome === 'verified' ? 'verified' : 'processing';
  await updateIdentityCheck(tx, check.id, { third_party_state: check.third_party_state });
  await advance(scene);
}
