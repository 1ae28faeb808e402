/** The end of a request's time, as a job. */
import type { Tx } from '#server/adapters/database/database.ts';
import { addJob } from '#server/jobs/add-job.ts';

export const expireTask = 'expire_transaction';

/** One job for each request: what is queued again replaces what waits. */
export const queueExpiry = (tx: Tx, transactionId: string, at: Date): Promise<void> =>
  addJob(tx, expireTask, { transactionId }, { runAt: at, jobKey: `${expireTask}:${transactionId}` });
