/** The jobs of bulks. Each processes a small part and queues the next one, so that other jobs run in between. */
import { counts } from '#contract/limits/counts.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { BulkRow } from '#server/repositories/bulks.repository.ts';
import { addToCounters, failWaitingRecipients, findBulk, findBulkTransactions, findWaitingRecipients, lockBulk, updateBulk } from '#server/repositories/bulks.repository.ts';
import { findUserById } from '#server/repositories/users.repository.ts';
import type { Caller } from '../caller.ts';
import type { LifecycleService } from '#server/services/transactions/lifecycle.service.ts';
import { notify } from '#server/services/notifications/notify.ts';
import { callerFor } from '#server/services/organizations/absent-caller.ts';
import type { TransactionsService } from '#server/services/transactions/transactions.service.ts';
import { requestOriginOf, type Blueprint } from './blueprint.ts';
import { addBulkStep, type BulkStep } from './bulks.service.ts';
import { publishBulkEvent } from './counters.ts';
import { sendTo, type SendingDependencies } from './sending.ts';

interface StepDependencies extends SendingDependencies {
  lifecycle: Pick<LifecycleService, 'cancel'>;
  transactions: Pick<TransactionsService, 'remove'>;
}

const jobOf = (step: BulkStep): BulkRow['job_type'] => (step === 'send' ? 'bulk_send' : 'bulk_delete');

export function createBulkSteps(dependencies: StepDependencies) {
  const { db, lifecycle, transactions } = dependencies;

  /** The job. `last`: the queue will not retry. */
  async function attempt(bulkId: string, step: BulkStep, after: string, last: boolean): Promise<void> {
    try {
      await run(bulkId, step, after);
    } catch (error) {
      if (last) await db.transaction().execute((tx) => giveUp(tx, bulkId, step));
      throw error;
    }
  }

  async function run(bulkId: string, step: BulkStep, after: string): Promise<void> {
    const bulk = await findBulk(db, bulkId);
    if (!bulk || (step === 'send' && bulk.job_status !== 'pending')) return;
    const caller = await ownerOf(bulk);
    const next = caller === null ? null : await part(step, bulk, caller, after);
    await db.transaction().execute((tx) => (next === null ? finish(tx, bulkId, step) : addBulkStep(tx, bulkId, step, next)));
  }

  /** Returns the cursor for the next part, or null if nothing is left. Skips transactions that now belong to somebody else. */
  async function part(step: BulkStep, bulk: BulkRow, caller: Caller, after: string): Promise<string | null> {
    if (step === 'send') {
      const people = await findWaitingRecipients(db, bulk.id, counts.bulkPart);
      if (people.length > 0) await sendTo(dependencies, bulk, caller, people);
      return people.length === 0 ? null : after;
    }
    const ids = await findBulkTransactions(db, bulk.id, step === 'cancel', after, counts.bulkPart);
    for (const id of ids) await (step === 'cancel' ? lifecycle.cancel(caller, id) : transactions.remove(caller, id)).catch(ignoreEnded);
    return ids.at(-1) ?? null;
  }

  async function finish(tx: Tx, bulkId: string, step: BulkStep): Promise<void> {
    const bulk = await lockBulk(tx, bulkId);
    if (!bulk || step === 'cancel') return;
    const over = bulk.job_type === jobOf(step) && bulk.job_status === 'pending';
    if (over) await end(tx, await updateBulk(tx, bulkId, { job_status: 'resolved' }), step === 'send' ? 'bulk_sent' : 'bulk_deleted');
  }

  /** After the last attempt: marks the recipients that are still waiting as failed and the job as rejected. */
  async function giveUp(tx: Tx, bulkId: string, step: BulkStep): Promise<void> {
    const bulk = await lockBulk(tx, bulkId);
    if (!bulk || bulk.job_status !== 'pending' || bulk.job_type !== jobOf(step)) return;
    const failed = step === 'send' ? await failWaitingRecipients(tx, bulkId, 'internal_error') : 0;
    await addToCounters(tx, bulkId, { failed });
    await end(tx, await updateBulk(tx, bulkId, { job_status: 'rejected' }), 'bulk_failed');
  }

  async function end(tx: Tx, bulk: BulkRow, code: 'bulk_sent' | 'bulk_deleted' | 'bulk_failed'): Promise<void> {
    await publishBulkEvent(tx, bulk, 'bulk_job_end');
    await notify(tx, { code, source: { kind: 'bulk', id: bulk.id }, actorId: null, userIds: [bulk.owner_id] });
  }

  /** Returns the owner as the caller of the job, or null if the account no longer exists. */
  async function ownerOf(bulk: BulkRow): Promise<Caller | null> {
    const user = await findUserById(db, bulk.owner_id);
    if (!user) return null;
    return callerFor(db, user, { orgId: bulk.org_id, ...requestOriginOf(bulk.blueprint as Blueprint) });
  }

  return { attempt };
}

/** A transaction that ended, was deleted or changed its owner in the meantime is skipped. */
function ignoreEnded(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}
