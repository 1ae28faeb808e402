/** Bulk sends. A call only records the request; jobs carry it out in parts. */
import type { Bulk, BulkCreate } from '#contract/entities/bulk.ts';
import type { OutputOf } from '#contract/calls/calls.ts';
import { mayWithBulk, type BulkAction } from '#contract/permissions/bulk.permissions.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import { newId } from '#server/platform/id.ts';
import { pageOfRows, readCursor } from '#server/http/list-cursors.ts';
import { addJob } from '#server/jobs/add-job.ts';
import { lockCreation } from '#server/repositories/lock.ts';
import {
  cancelWaitingRecipients, addToCounters, findBulk, findBulkRecipients, insertBulk, listBulks, lockBulk, updateBulk, type BulkRow, type BulkSummaryRow,
} from '#server/repositories/bulks.repository.ts';
import type { User } from '#server/repositories/users.repository.ts';
import { spaceOf, type Caller } from '../caller.ts';
import { quotaSpaceOf, type Entitlements } from '#server/services/billing/entitlements.ts';
import { administers, assertMayCreate, effectiveAccess, refusalIn } from '#server/services/organizations/organization-access.ts';
import type { CapabilityConfig } from '#server/services/transactions/capabilities.ts';
import { assertNeedsNoApproval } from '#server/services/transactions/send-approval-state.ts';
import { findUsersById } from '../sharing/participants.ts';
import { blueprintOf } from './blueprint.ts';
import { assertListValues } from './list-values.ts';
import type { EnginePool } from '#server/adapters/core/engine-pool.ts';
import { publishBulkEvent } from './counters.ts';
import { settleBlueprint } from './settled-blueprint.ts';

export const bulkTask = 'bulk_step';
export type BulkStep = 'send' | 'cancel' | 'delete';

/** `after`: the id of the last transaction processed, in the order of ids. */
export const addBulkStep = (tx: Tx, bulkId: string, step: BulkStep, after = ''): Promise<void> =>
  addJob(tx, bulkTask, { bulkId, step, after }, { jobKey: `${bulkTask}:${step}:${bulkId}` });

export type BulksService = ReturnType<typeof createBulksService>;

export function createBulksService({ db, entitlements, config, engines }: { db: Db; entitlements: Entitlements; config: CapabilityConfig; engines: Pick<EnginePool, 'use'> }) {
  async function create(caller: Caller, input: BulkCreate): Promise<Bulk> {
    for (const right of ['createBulks', 'createTransactions', 'createFiles'] as const) assertMayCreate(caller, right);
    const known = input.id ? await findBulk(db, input.id) : undefined;
    if (known) {
      if (known.owner_id !== caller.userId) throw new AppError('conflict');
      return get(caller, known.id);
    }
    // The list fills in other values for each person, so nobody could see what they approve.
    await assertNeedsNoApproval(db, caller.organization?.id ?? null, caller.userId);
    await entitlements.assertLeft(db, quotaSpaceOf(caller), 'transactions');
    const id = input.id ?? newId();
    const drawn = await blueprintOf(db, caller, input);
    await assertListValues(engines, drawn, input.recipients);
    const blueprint = await settleBlueprint({ db, entitlements, config }, caller, drawn, { inBulk: true });
    await db.transaction().execute(async (tx) => {
      await lockCreation(tx, id);
      if ((await findBulk(tx, id))?.owner_id === caller.userId) return;
      await insertBulk(tx, {
        id, owner_id: caller.userId, org_id: caller.organization?.id ?? null, name: input.name ?? blueprint.name, source_type: input.sourceType,
        source_id: input.sourceId, total: input.recipients.length, job_type: 'bulk_send', job_status: 'pending', blueprint: JSON.stringify(blueprint),
      }, input.recipients.map(({ email, firstName, lastName, values }, position) => ({ bulk_id: id, position, email, first_name: firstName, last_name: lastName, values: JSON.stringify(values) })));
      await addBulkStep(tx, id, 'send');
      const bulk = await findBulk(tx, id);
      if (bulk) await publishBulkEvent(tx, bulk, 'bulk_sending_started');
    });
    return get(caller, id);
  }

  async function get(caller: Caller, id: string): Promise<Bulk> {
    const row = permitted(await findBulk(db, id), caller, await administersIt(db, id, caller), 'read');
    const [recipients, users] = await Promise.all([findBulkRecipients(db, id), findUsersById(db, [row.owner_id])]);
    return {
      ...summaryOf(row, users),
      recipients: recipients.map((each) => ({
        email: each.email, firstName: each.first_name, lastName: each.last_name, status: each.status, transactionId: each.transaction_id, error: each.error,
      })),
    };
  }

  async function list(caller: Caller, after: string | undefined): Promise<OutputOf<'bulks.list'>> {
    const rows = await listBulks(db, spaceOf(caller), readCursor(after, 'created_at'));
    const { ids, lastKey } = pageOfRows(rows);
    const page = rows.slice(0, ids.length);
    const users = await findUsersById(db, [...new Set(page.map((row) => row.owner_id))]);
    return { bulks: page.map((row) => summaryOf(row, users)), lastKey };
  }

  /** Runs `work` on the locked bulk. Throws if the caller may not perform `action`. */
  const change = async (caller: Caller, id: string, action: BulkAction, work: (tx: Tx, row: BulkRow) => Promise<void>): Promise<void> => {
    const administered = await administersIt(db, id, caller);
    await db.transaction().execute(async (tx) => work(tx, permitted(await lockBulk(tx, id), caller, administered, action)));
  };

  async function update(caller: Caller, id: string, { name }: { name: string }): Promise<Bulk> {
    await change(caller, id, 'update', async (tx) => {
      await updateBulk(tx, id, { name });
    });
    return get(caller, id);
  }

  async function cancel(caller: Caller, id: string): Promise<Bulk> {
    await change(caller, id, 'cancel', async (tx, row) => {
      if (row.job_status === 'canceled') return;
      await updateBulk(tx, id, { job_status: 'canceled' });
      const bulk = await addToCounters(tx, id, { failed: await cancelWaitingRecipients(tx, id) });
      await addBulkStep(tx, id, 'cancel');
      await publishBulkEvent(tx, bulk, 'bulk_counter_changed');
    });
    return get(caller, id);
  }

  async function remove(caller: Caller, id: string): Promise<void> {
    await change(caller, id, 'delete', async (tx) => {
      await cancelWaitingRecipients(tx, id);
      await updateBulk(tx, id, { deleted_at: new Date(), job_type: 'bulk_delete', job_status: 'pending' });
      await addBulkStep(tx, id, 'delete');
    });
  }

  return { create, get, list, update, cancel, remove };
}

function permitted(row: BulkRow | undefined, caller: Caller, administered: boolean, action: BulkAction): BulkRow {
  if (!row || row.deleted_at) throw new AppError('not_found');
  if (!mayWithBulk({ ownerId: effectiveAccess(row, caller).ownerId, administered }, caller.userId, action)) throw refusalIn(caller, row.org_id);
  return row;
}

async function administersIt(db: Db, id: string, caller: Caller): Promise<boolean> {
  const row = await findBulk(db, id);
  return row !== undefined && administers(db, row.org_id, caller);
}

function summaryOf(row: BulkSummaryRow, users: ReadonlyMap<string, User>): Omit<Bulk, 'recipients'> {
  const owner = users.get(row.owner_id);
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    total: row.total,
    completed: row.completed,
    failed: row.failed,
    job: row.job_type && row.job_status ? { type: row.job_type, status: row.job_status } : null,
    ownerId: row.owner_id,
    owner: { id: row.owner_id, email: owner?.email ?? null, firstName: owner?.first_name ?? null, lastName: owner?.last_name ?? null },
    orgId: row.org_id,
    sharedWith: row.shared_with,
    removed: row.deleted_at !== null,
    sourceType: row.source_type,
    sourceId: row.source_id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
