import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { currentContext } from '#server/platform/request-context.ts';

interface JobOptions {
  maxAttempts?: number;
  runAt?: Date;
  /** A new job replaces a waiting one with the same key. */
  jobKey?: string;
  /** Lower numbers run first. */
  priority?: number;
}

/** Queues a job in the transaction, so that it runs only if that commits. The job inherits the current trace id. */
export async function addJob(tx: Tx, task: string, payload: object, options: JobOptions = {}): Promise<void> {
  await sql`select graphile_worker.add_job(
    ${task},
    payload := ${JSON.stringify({ ...payload, traceId: currentContext().traceId })}::json,
    max_attempts := ${options.maxAttempts ?? 12},
    run_at := ${options.runAt ?? null}::timestamptz,
    job_key := ${options.jobKey ?? null},
    priority := ${options.priority ?? 0}
  )`.execute(tx);
}

/** Removes a waiting job; one that runs already is not repeated. */
export async function removeJob(db: Db | Tx, jobKey: string): Promise<void> {
  await sql`select graphile_worker.remove_job(${jobKey})`.execute(db);
}
