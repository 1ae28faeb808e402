/**
 * Sends one part of a bulk. For each person, the fields are placed into the files, and a transaction is created and started in
 * one database transaction. A repeated part sends nothing twice.
 */
import { isErrorCode } from '#contract/errors.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import {
  addToCounters, lockBulk, lockWaitingRecipient, updateBulkRecipient, type BulkRecipientRow, type BulkRow,
} from '#server/repositories/bulks.repository.ts';
import { holderOf } from '#server/repositories/storage-use.repository.ts';
import type { Caller } from '../caller.ts';
import { quotaSpaceOf, type Entitlements } from '#server/services/billing/entitlements.ts';
import type { NotifyConfig } from '#server/services/transactions/transaction-notifications.ts';
import { assertInTime, begin } from '#server/services/transactions/sending.service.ts';
import { assertNeedsNoApproval } from '#server/services/transactions/send-approval-state.ts';
import { lockTransactionForJob } from '#server/services/transactions/transaction-state.ts';
import { substituteRecipient, type Blueprint } from './blueprint.ts';
import { publishBulkEvent } from './counters.ts';
import { prepareFiles, writePrepared, type PreparedFile, type PreparedRequest, type PreparingDependencies } from './prepared-requests.ts';

export interface SendingDependencies extends PreparingDependencies {
  db: Db;
  config: NotifyConfig;
  entitlements: Pick<Entitlements, 'consume'>;
}

/** Sends the transactions of these recipients of a bulk. */
export async function sendTo(dependencies: SendingDependencies, bulk: BulkRow, caller: Caller, people: readonly BulkRecipientRow[]): Promise<void> {
  const blueprint = bulk.blueprint as Blueprint;
  const assignments = people.map((person) => substituteRecipient(blueprint, { email: person.email, firstName: person.first_name, lastName: person.last_name }, person.values));
  const isFilled = assignments.some((each) => each.isFilled);
  let prepared: PreparedFile[][];
  try {
    assertInTime(blueprint.expiresAt ?? null);
    // Approval may be demanded since the list was handed in.
    await assertNeedsNoApproval(dependencies.db, bulk.org_id, bulk.owner_id);
    prepared = await prepareFiles(dependencies, { userId: bulk.owner_id, holder: holderOf({ userId: bulk.owner_id, orgId: bulk.org_id }) }, blueprint, assignments);
  } catch (error) {
    // A document error affects every recipient. `service_unavailable` and unknown errors are retried.
    if (!(error instanceof AppError) || error.code === 'service_unavailable') throw error;
    // Where a list fills in fields, what is wrong with one person's document is not wrong with the others'.
    const isOfOne = isFilled && people.length > 1;
    for (const person of people) await (isOfOne ? sendTo(dependencies, bulk, caller, [person]) : fail(dependencies.db, bulk, person, error));
    return;
  }
  for (const [index, person] of people.entries()) {
    const [assignment, files] = [assignments[index], prepared[index]];
    if (assignment && files) await sendOne(dependencies, { bulk, blueprint, caller, person, assignment, files });
  }
}

interface One extends PreparedRequest {
  bulk: BulkRow;
  caller: Caller;
  person: BulkRecipientRow;
}

async function sendOne({ db, config, entitlements }: SendingDependencies, one: One): Promise<void> {
  try {
    await db.transaction().execute(async (tx) => {
      if (!(await lockWaitingRecipient(tx, one.bulk.id, one.person.position))) return;
      await entitlements.consume(tx, quotaSpaceOf(one.caller), 'transactions');
      const id = await writePrepared(tx, one.caller, one, { name: one.bulk.name, origin: { bulk_id: one.bulk.id, template_id: one.blueprint.templateId } });
      const state = await lockTransactionForJob(tx, id);
      if (!state) throw new AppError('not_found');
      await begin(tx, config, one.caller, state);
      await updateBulkRecipient(tx, one.bulk.id, one.person.position, { status: 'sent', transaction_id: id });
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await fail(db, one.bulk, one.person, error);
  }
}

async function fail(db: Db, bulk: BulkRow, person: BulkRecipientRow, error: AppError): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockBulk(tx, bulk.id);
    if (!(await lockWaitingRecipient(tx, bulk.id, person.position))) return;
    await updateBulkRecipient(tx, bulk.id, person.position, { status: 'failed', error: isErrorCode(error.code) ? error.code : 'internal_error' });
    await publishBulkEvent(tx, await addToCounters(tx, bulk.id, { failed: 1 }), 'bulk_counter_changed');
  });
}
