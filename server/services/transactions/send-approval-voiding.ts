import type { Tx } from '#server/platform/database/database.ts';
import { addJob } from '#server/jobs/add-job.ts';

export const voidApprovalsTask = 'void_send_approvals';

/** Makes drafts again of all that waits for approval in an organization that demands none any more. */
export const queueVoiding = (tx: Tx, orgId: string): Promise<void> => addJob(tx, voidApprovalsTask, { orgId }, { jobKey: `${voidApprovalsTask}:${orgId}` });
