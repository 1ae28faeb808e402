/** The jobs of bulks: each does a small part and asks for the next one, so that jobs of others come in between. */
import { counts } from '#contract/limits.ts';
import { AppError } from '#server/app/app-error.ts';
import type { BulkRow } from '#server/repositories/bulks.repository.ts';
import { findBulk, findBulkTransactions, findWaiting, lockBulk, updateBulk } from '#server/repositories/bulks.repository.ts';
import { findUserById } from '#server/repositories/users.repository.ts';
import type { Caller } from '../caller.ts';
import type { LifecycleService } from '../lifecycle.service.ts';
import { organizationOfCall } from '../organization-access.ts';
import type { TransactionsService } from '../transactions.service.ts';
import type { Blueprint } from './blueprint.ts';
import { addBulkStep, type BulkStep } from './bulks.service.ts';
import { tellOfBulk } from './counting.ts';
import { sendTo, type SendingDependencies } from './sending.ts';

interface StepDependencies extends SendingDependencies {
  lifecycle: Pick<LifecycleService, 'cancel'>;
  transactions: Pick<TransactionsService, 'remove'>;
}

export function createBulkSteps(dependencies: StepDependencies) {
  const { db, lifecycle, transactions } = dependencies;

  async function run(bulkId: string, step: BulkStep): Promise<void> {
    const bulk = await findBulk(db, bulkId);
    if (!bulk || (step === 'send' && bulk.job_status !== 'pending')) return;
    const caller = await ownerOf(bulk);
    const done = caller === null || (await part(step, bulk, caller));
    await db.transaction().execute((tx) => (done ? finish(tx, bulkId, step) : addBulkStep(tx, bulkId, step)));
  }

  /** True when nothing is left to do. */
  async function part(step: BulkStep, bulk: BulkRow, caller: Caller): Promise<boolean> {
    if (step === 'send') {
      const people = await findWaiting(db, bulk.id, counts.bulkPart);
      if (people.length > 0) await sendTo(dependencies, bulk, caller, people);
      return people.length === 0;
    }
    const ids = await findBulkTransactions(db, bulk.id, step === 'cancel', counts.bulkPart);
    for (const id of ids) await (step === 'cancel' ? lifecycle.cancel(caller, id) : transactions.remove(caller, id)).catch(ignoreEnded);
    return ids.length === 0;
  }

  async function finish(tx: Parameters<typeof lockBulk>[0], bulkId: string, step: BulkStep): Promise<void> {
    const bulk = await lockBulk(tx, bulkId);
    if (!bulk || step === 'cancel') return;
    const over = bulk.job_type === (step === 'send' ? 'bulk_send' : 'bulk_delete') && bulk.job_status === 'pending';
    if (over) await tellOfBulk(tx, await updateBulk(tx, bulkId, { job_status: 'resolved' }), 'bulk_job_end');
  }

  /** The owner, as the one who acts; null when there is no such account any more. */
  async function ownerOf(bulk: BulkRow): Promise<Caller | null> {
    const user = await findUserById(db, bulk.owner_id);
    if (!user) return null;
    const { ip, userAgent } = (bulk.blueprint as Blueprint).asked;
    return {
      userId: user.id, profileType: user.type, email: user.email, emailVerified: user.email_verified, phone: user.phone, phoneVerified: user.phone_verified,
      firstName: user.first_name, lastName: user.last_name, locale: user.locale ?? 'en', ip, userAgent,
      organization: bulk.org_id === null ? null : await organizationOfCall(db, user.id, bulk.org_id),
    };
  }

  return { run };
}

/** What ended or went by itself in the meantime needs nothing more. */
function ignoreEnded(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}
