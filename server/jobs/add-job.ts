import { sql } from 'kysely';
import type { Tx } from '#server/adapters/database/database.ts';

export interface JobOptions {
  maxAttempts?: number;
  runAt?: Date;
  /** A job with the same key replaces the one that waits. */
  jobKey?: string;
}

/** Queues a job, if and only if the transaction commits. */
export async function addJob(tx: Tx, task: string, payload: unknown, options: JobOptions = {}): Promise<void> {
  await sql`select graphile_worker.add_job(
    ${task},
    payload := ${JSON.stringify(payload)}::json,
    max_attempts := ${options.maxAttempts ?? 12},
    run_at := ${options.runAt ?? null}::timestamptz,
    job_key := ${options.jobKey ?? null}
  )`.execute(tx);
}
