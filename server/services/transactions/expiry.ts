/** Expiry of a transaction, as a job. */
import type { Tx } from '#server/platform/database/database.ts';
import { addJob, removeJob } from '#server/jobs/add-job.ts';

export const expireTask = 'expire_transaction';

/** One job per transaction: queueing again replaces the waiting job. */
export const queueExpiry = (tx: Tx, transactionId: string, at: Date): Promise<void> =>
  addJob(tx, expireTask, { transactionId }, { runAt: at, jobKey: `${expireTask}:${transactionId}` });

export const cancelExpiry = (tx: Tx, transactionId: string): Promise<void> => removeJob(tx, `${expireTask}:${transactionId}`);
