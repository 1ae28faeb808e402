/** Visits to the third party that nobody needs any more: its sessions are called off in a job, for it may be away. */
import type { Tx } from '#server/adapters/database/database.ts';
import { addJob } from '#server/jobs/add-job.ts';
import { findOpenReferences, supersedeIdentityChecks } from '#server/repositories/identity-checks.repository.ts';

export const callOffTask = 'call_off_identity_session';

export async function callOff(tx: Tx, reference: string): Promise<void> {
  await addJob(tx, callOffTask, { reference }, { jobKey: `${callOffTask}:${reference}` });
}

/** What the checks were for has ended. */
export async function callOffVisits(tx: Tx, transactionId: string): Promise<void> {
  for (const reference of await findOpenReferences(tx, { transactionId })) await callOff(tx, reference);
}

/** Another check counts from now on, or another person. */
export async function supersede(tx: Tx, recipientId: string): Promise<void> {
  for (const reference of await findOpenReferences(tx, { recipientId })) await callOff(tx, reference);
  await supersedeIdentityChecks(tx, recipientId);
}
