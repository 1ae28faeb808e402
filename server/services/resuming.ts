/** Signatures that wait for a time stamp, as jobs. */
import type { Tx } from '#server/adapters/database/database.ts';
import { addJob } from '#server/jobs/add-job.ts';
import type { WaitingKey } from '#server/repositories/signings.repository.ts';

export const resumeSigningTask = 'resume_signing';
/** The queue waits for e^n seconds after the nth attempt: half a day. Every hour what still waits begins anew. */
const attempts = 10;

/** One job for each: what is queued again replaces what waits. */
export const queueResuming = (tx: Tx, { transaction_id: transactionId, file_id: fileId, recipient_id: recipientId }: WaitingKey): Promise<void> =>
  addJob(tx, resumeSigningTask, { transactionId, fileId, recipientId }, { maxAttempts: attempts, jobKey: `${resumeSigningTask}:${transactionId}:${fileId}:${recipientId}` });
