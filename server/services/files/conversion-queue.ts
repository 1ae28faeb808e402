/**
 * The queue of conversions. Every document first gets a short attempt. Those that need longer wait in a lane of their own, so
 * that documents without end delay only each other.
 */
import { sql } from 'kysely';
import type { Tx } from '#server/platform/database/database.ts';
import { addJob } from '#server/jobs/add-job.ts';
import { conversionSecondsOf } from '#server/repositories/conversion-use.repository.ts';

export const convertTask = 'convert_to_pdf';
export const convertLongTask = 'convert_long_to_pdf';
type ConvertTask = typeof convertTask | typeof convertLongTask;

/** Seconds by which a document comes later for each second of conversion that its owner used lately, beyond those that are free. */
const delayPerSecond = 30;
const freeSeconds = 10;
/** Seconds of conversion that each waiting document of the owner counts. */
const secondsPerWaiting = 4;
/** Nobody is overtaken by documents that are queued more than this many seconds later. */
const longestDelay = 3600;

const keyPrefix = 'convert_to_pdf:';
const keyOf = (fileId: string): string => `${keyPrefix}${fileId}`;

interface Waiting {
  fileId: string;
  version: number;
  ownerId: string;
  /** The owner's other documents that wait. */
  others: number;
}

/**
 * Queues a document fairly by person. The queue orders by `run_at`, and runs a job at any time after it: an hour ago for those
 * who used nothing, later for those who used much. A job with the same key, also a running one, is replaced.
 */
export async function queueConversion(tx: Tx, task: ConvertTask, { fileId, version, ownerId, others }: Waiting): Promise<void> {
  const used = Math.max(0, (await conversionSecondsOf(tx, ownerId)) - freeSeconds) + secondsPerWaiting * others;
  const delay = Math.min(used * delayPerSecond, longestDelay) - longestDelay;
  const { rows: [now] } = await sql<{ time: Date }>`select now() as time`.execute(tx);
  const runAt = new Date((now?.time.getTime() ?? Date.now()) + delay * 1000);
  await addJob(tx, task, { fileId, version }, { maxAttempts: 3, jobKey: keyOf(fileId), runAt });
}

/**
 * Counts the documents before this one in its lane, in the order of the workers, including those in progress. Documents that
 * were deleted or replaced don't count. Null if the file is not in the queue.
 */
export async function countAhead(tx: Tx, fileId: string): Promise<number | null> {
  const { rows: [found] } = await sql<{ ahead: number }>`
    select case when mine.locked_at is not null then 0 else (
      select count(*)::int from graphile_worker.jobs j
      join files f on f.id = substr(j.key, ${keyPrefix.length + 1}) and f.convert_status = 'pending' and f.deleted_at is null
      where j.task_identifier = mine.task_identifier and j.attempts < j.max_attempts + (j.locked_at is not null)::int and j.id <> mine.id
        and (j.locked_at is not null or (j.priority, j.run_at, j.id) < (mine.priority, mine.run_at, mine.id))) end as ahead
    from graphile_worker.jobs mine where mine.key = ${keyOf(fileId)}`.execute(tx);
  return found?.ahead ?? null;
}
