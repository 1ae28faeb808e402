/** Cancels sessions at the verification provider that are no longer needed. Runs as a job, because the provider may be unavailable. */
import type { Tx } from '#server/platform/database/database.ts';
import { addJob } from '#server/jobs/add-job.ts';
import { findOpenReferences, supersedeIdentityChecks } from '#server/repositories/identity-checks.repository.ts';

export const cancelSessionTask = 'cancel_identity_session';
/** The name that nodes of the previous version queue, while nodes are replaced one after another. */
export const formerCancelSessionTask = 'call_off_identity_session';

export async function queueCancellation(tx: Tx, reference: string): Promise<void> {
  await addJob(tx, cancelSessionTask, { reference }, { jobKey: `${cancelSessionTask}:${reference}` });
}

/** The transactions that the checks belong to have ended. */
export async function queueCancellations(tx: Tx, transactionIds: readonly string[]): Promise<void> {
  for (const reference of await findOpenReferences(tx, { transactionIds })) await queueCancellation(tx, reference);
}

/** The check is replaced by a new one, or the recipient by another person. */
export async function supersede(tx: Tx, recipientId: string): Promise<void> {
  for (const reference of await findOpenReferences(tx, { recipientId })) await queueCancellation(tx, reference);
  await supersedeIdentityChecks(tx, recipientId);
}
