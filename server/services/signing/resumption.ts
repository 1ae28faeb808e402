/** Jobs for signatures that wait for a time stamp. */
import type { Tx } from '#server/platform/database/database.ts';
import { addJob } from '#server/jobs/add-job.ts';
import type { WaitingKey } from '#server/repositories/signings.repository.ts';

export const resumeSigningTask = 'resume_signing';
/** The queue waits e^n seconds after the nth attempt: half a day in total. An hourly job then requeues what is still waiting. */
const attempts = 10;

/** One job per signature: queueing again replaces the waiting job. */
export const queueResumption = (tx: Tx, { transaction_id: transactionId, file_id: fileId, recipient_id: recipientId }: WaitingKey): Promise<void> =>
  addJob(tx, resumeSigningTask, { transactionId, fileId, recipientId }, { maxAttempts: attempts, jobKey: `${resumeSigningTask}:${transactionId}:${fileId}:${recipientId}` });
