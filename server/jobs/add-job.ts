import { sql } from 'kysely';
import type { Tx } from '#server/adapters/database/database.ts';
import { currentAct } from '#server/app/acts.ts';

export interface JobOptions {
  maxAttempts?: number;
  runAt?: Date;
  /** A job with the same key replaces the one that waits. */
  jobKey?: string;
  /** Lower ones are done first. */
  priority?: number;
}

/** Queues a job, if and only if the transaction commits. It bears the trace of the request, or of the job, that queues it. */
export async function addJob(tx: Tx, task: string, payload: object, options: JobOptions = {}): Promise<void> {
  await sql`select graphile_worker.add_job(
    ${task},
    payload := ${JSON.stringify({ ...payload, traceId: currentAct().traceId })}::json,
    max_attempts := ${options.maxAttempts ?? 12},
    run_at := ${options.runAt ?? null}::timestamptz,
    job_key := ${options.jobKey ?? null},
    priority := ${options.priority ?? 0}
  )`.execute(tx);
}
