/** Updates the counters of a bulk when one of its transactions ends. */
import type { Tx } from '#server/platform/database/database.ts';
import { publishEvent } from '#server/events/publish-event.ts';
import { addToCounters, settleBulkRecipient, type BulkRow } from '#server/repositories/bulks.repository.ts';
import type { EventType } from '#contract/events.ts';
import type { TransactionState } from '#server/services/transactions/transaction-state.ts';

/** Called when a transaction has ended. Does nothing for a transaction outside a bulk. */
export async function countInBulk(tx: Tx, { row }: TransactionState, outcome: 'completed' | 'failed' | 'canceled'): Promise<void> {
  if (row.bulk_id === null || !(await settleBulkRecipient(tx, row.id, outcome))) return;
  const bulk = await addToCounters(tx, row.bulk_id, outcome === 'completed' ? { completed: 1 } : { failed: 1 });
  await publishBulkEvent(tx, bulk, 'bulk_counter_changed');
}

export async function publishBulkEvent(tx: Tx, bulk: BulkRow, type: EventType): Promise<void> {
  const { total, completed, failed, status } = bulk;
  const job = bulk.job_type && bulk.job_status ? { type: bulk.job_type, status: bulk.job_status } : null;
  await publishEvent(tx, { type, resourceId: bulk.id, orgId: bulk.org_id, actorId: null, userIds: [bulk.owner_id], data: { total, completed, failed, status, job } });
}
