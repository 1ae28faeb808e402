/** The jobs of bulks: each does a small part and asks for the next one, so that jobs of others come in between. */
import { counts } from '#contract/limits.ts';
import type { Tx } from '#server/adapters/database/database.ts';
import { AppError } from '#server/app/app-error.ts';
import type { BulkRow } from '#server/repositories/bulks.repository.ts';
import { countFurther, failWaiting, findBulk, findBulkTransactions, findWaiting, lockBulk, updateBulk } from '#server/repositories/bulks.repository.ts';
import { findUserById } from '#server/repositories/users.repository.ts';
import type { Caller } from '../caller.ts';
import type { LifecycleService } from '../lifecycle.service.ts';
import { nowhere, organizationOfCall } from '../organization-access.ts';
import type { TransactionsService } from '../transactions.service.ts';
import type { Blueprint } from './blueprint.ts';
import { addBulkStep, type BulkStep } from './bulks.service.ts';
import { tellOfBulk } from './counting.ts';
import { sendTo, type SendingDependencies } from './sending.ts';

interface StepDependencies extends SendingDependencies {
  lifecycle: Pick<LifecycleService, 'cancel'>;
  transactions: Pick<TransactionsService, 'remove'>;
}

const jobOf = (step: BulkStep): BulkRow['job_type'] => (step === 'send' ? 'bulk_send' : 'bulk_delete');

export function createBulkSteps(dependencies: StepDependencies) {
  const { db, lifecycle, transactions } = dependencies;

  /** The job. `last`: nobody will try again. */
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

  /** How far it has come; null when nothing is left to do. What was given to somebody else is theirs, and stays: it is passed by. */
  async function part(step: BulkStep, bulk: BulkRow, caller: Caller, after: string): Promise<string | null> {
    if (step === 'send') {
      const people = await findWaiting(db, bulk.id, counts.bulkPart);
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
    if (over) await tellOfBulk(tx, await updateBulk(tx, bulkId, { job_status: 'resolved' }), 'bulk_job_end');
  }

  /** What a job that gave up leaves behind: whoever still waits is not asked any more. */
  async function giveUp(tx: Tx, bulkId: string, step: BulkStep): Promise<void> {
    const bulk = await lockBulk(tx, bulkId);
    if (!bulk || bulk.job_status !== 'pending' || bulk.job_type !== jobOf(step)) return;
    const failed = step === 'send' ? await failWaiting(tx, bulkId, 'internal_error') : 0;
    await countFurther(tx, bulkId, { failed });
    await tellOfBulk(tx, await updateBulk(tx, bulkId, { job_status: 'rejected' }), 'bulk_job_end');
  }

  /** The owner, as the one who acts; null when there is no such account any more. */
  async function ownerOf(bulk: BulkRow): Promise<Caller | null> {
    const user = await findUserById(db, bulk.owner_id);
    if (!user) return null;
    const { ip, userAgent } = (bulk.blueprint as Blueprint).asked;
    return {
      userId: user.id, profileType: user.type, email: user.email, emailVerified: user.email_verified, phone: user.phone, phoneVerified: user.phone_verified,
      firstName: user.first_name, lastName: user.last_name, locale: user.locale ?? 'en', ip, userAgent,
      organization: bulk.org_id === null ? null : await organizationOfCall(db, { userId: user.id, shutOut: nowhere }, bulk.org_id),
      shutOut: nowhere,
    };
  }

  return { attempt };
}

/** What ended, went by itself or became somebody else's in the meantime needs nothing more. */
function ignoreEnded(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}
