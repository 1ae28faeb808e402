/** Audits: one sealed PDF for each transaction that has ended, made by a job and kept as a file of its owner. */
import type { Transaction } from '#contract/entities/transaction.ts';
import { sizes } from '#contract/limits.ts';
import { renderAuditApart } from '#server/adapters/audit/render-audit.ts';
import type { Seal } from '#server/adapters/authority/seal.ts';
import type { Db, Tx } from '#server/adapters/database/database.ts';
import { AppError } from '#server/app/app-error.ts';
import { readableLocale } from '#server/app/texts.ts';
import { newId } from '#server/app/id.ts';
import { addJob } from '#server/jobs/add-job.ts';
import { insertFile, insertVersion } from '#server/repositories/files.repository.ts';
import { updateTransaction } from '#server/repositories/transactions.repository.ts';
import { holderOf } from '#server/repositories/storage-use.repository.ts';
import { setUploadStatus } from '#server/repositories/uploads.repository.ts';
import { isEditable, isRunning, transactionOptions } from '#contract/entities/transaction.ts';
import type { Caller } from '../caller.ts';
import type { Entitlements } from '../entitlements.ts';
import { recordInsight } from '../insights.service.ts';
import { audienceOf, subjectOf, type NotifyConfig } from '../notifying.ts';
import type { OwnBodies, OwnBody } from '../own-bodies.ts';
import { spaceOfState, loadTransaction, lockTransaction, lockTransactionForJob, toTransaction, type TransactionState } from '../transaction-state.ts';
import { publishEvent } from '#server/events/publish-event.ts';
import { gatherFacts } from './gather-facts.ts';

export const auditTask = 'generate_audit';
/** A job that failed so often has found something that time does not heal. It is known within about ten seconds: the queue waits for e^n of them after the nth failure. */
const attempts = 3;

interface AuditsDependencies {
  db: Db;
  bodies: OwnBodies;
  seal: Seal;
  config: NotifyConfig;
  entitlements: Pick<Entitlements, 'assertFeatures'>;
}

export type AuditsService = ReturnType<typeof createAuditsService>;

/** Has the audit made, once: while it is being made or is there already, nothing happens. Changes `state` along. */
export async function requestAudit(tx: Tx, state: TransactionState): Promise<void> {
  if (state.row.audit_status === 'pending' || state.row.audit_status === 'resolved') return;
  Object.assign(state.row, { audit_status: 'pending' });
  await updateTransaction(tx, state.row.id, { audit_status: 'pending' });
  await addJob(tx, auditTask, { transactionId: state.row.id }, { maxAttempts: attempts, jobKey: `${auditTask}:${state.row.id}` });
}

export function createAuditsService({ db, bodies, seal, config, entitlements }: AuditsDependencies) {
  const installation = new URL(config.appUrl).host;

  async function generate(caller: Caller, id: string): Promise<Transaction> {
    await db.transaction().execute(async (tx) => {
      const state = await lockTransaction(tx, id, caller, 'generateAudit');
      if (isEditable(state.row.status) || isRunning(state.row.status)) throw new AppError('not_ready', { status: state.row.status });
      if (!transactionOptions.parse(state.row.options).includeFileAudit) await assertHeld(tx, state);
      await requestAudit(tx, state);
    });
    return toTransaction(await loadTransaction(db, id, caller, 'read'));
  }

  /** Where it did not come with the transaction, it takes a plan that has it. */
  const assertHeld = (tx: Tx, { row }: TransactionState): Promise<void> =>
    entitlements.assertFeatures(tx, { userId: row.owner_id, orgId: row.org_id }, { options: { includeFileAudit: true } });

  /** The job. Repeated after it has ended, it does nothing. */
  async function make(id: string): Promise<void> {
    const state = await db.transaction().execute((tx) => lockTransactionForJob(tx, id));
    if (state?.row.audit_status !== 'pending') return;
    const facts = await gatherFacts(db, state, installation, readableLocale(state.owner.locale, config.locales));
    const sealed = await seal(await renderAuditApart(facts), { name: `Countersign of ${installation}`, reason: 'Audit trail', at: facts.madeAt });
    const body = await bodies.put({ userId: state.row.owner_id, holder: holderOf(spaceOfState(state)) }, { purpose: 'file', mime: 'application/pdf', maxSize: sizes.file }, [sealed]);
    await db.transaction().execute((tx) => keep(tx, id, body));
  }

  async function keep(tx: Tx, id: string, body: OwnBody): Promise<void> {
    const state = await lockTransactionForJob(tx, id);
    if (state?.row.audit_status !== 'pending') return;
    const { row } = state;
    const fileId = newId();
    await insertFile(tx, { id: fileId, owner_id: row.owner_id, org_id: row.org_id, title: titleOf(row.name), type: 'audit', fields: '[]', owner_left_at: row.owner_left_at });
    await insertVersion(tx, {
      file_id: fileId, version: 1, body_ref: body.bodyRef, mime: body.mime, size: body.size, hash: body.hash, kind: 'original',
      transaction_id: id, created_by: row.owner_id,
    });
    await setUploadStatus(tx, body.bodyRef, 'used');
    await updateTransaction(tx, id, { audit_status: 'resolved', audit_file_id: fileId });
    await recordInsight(tx, null, { resourceId: id, resourceType: 'transaction', action: 'audit_generated', attributes: { fileId, title: row.name } });
    await tellOutcome(tx, state, { auditStatus: 'resolved', fileId });
  }

  /** What a job that gave up leaves behind: somebody may ask again. */
  async function giveUp(id: string, reason: string): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const state = await lockTransactionForJob(tx, id);
      if (state?.row.audit_status !== 'pending') return;
      await updateTransaction(tx, id, { audit_status: 'rejected' });
      await tellOutcome(tx, state, { auditStatus: 'rejected', fileId: null, reason });
    });
  }

  /** Runs the job; `last` says that nobody will try again. */
  async function attempt(id: string, last: boolean): Promise<void> {
    try {
      await make(id);
    } catch (error) {
      const final = error instanceof AppError && error.code === 'unverified_audit';
      if (final || last) await giveUp(id, error instanceof AppError ? error.code : 'internal_error');
      if (!final) throw error;
    }
  }

  return { generate, attempt };
}

const titleOf = (name: string): string => `Audit ${name}`.slice(0, 250);

async function tellOutcome(tx: Tx, state: TransactionState, data: { auditStatus: string; fileId: string | null; reason?: string }): Promise<void> {
  const userIds = audienceOf(state);
  await publishEvent(tx, { type: 'generate_audit', ...subjectOf(state, userIds), actorId: null, userIds, data: { status: state.row.status, ...data } });
}
