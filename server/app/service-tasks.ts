/** Job handlers of the services, grouped by how long they may take. */
import type { Task } from 'graphile-worker';
import { z } from 'zod';
import type { AttemptLength } from '#server/adapters/conversion/converter.ts';
import type { Services } from './services.ts';
import { removeBodiesTask } from '#server/services/storage/remove-bodies.ts';
import { auditTask } from '#server/services/audit/audits.service.ts';
import { bulkTask } from '#server/services/bulks/bulks.service.ts';
import { convertLongTask, convertTask } from '#server/services/files/conversion-queue.ts';
import { expireTask } from '#server/services/transactions/expiry.ts';
import { voidApprovalsTask } from '#server/services/transactions/send-approval-voiding.ts';
import { transferTask } from '#server/services/organizations/resource-transfers.ts';
import { deleteAccountTask } from '#server/services/people/account-deletion.ts';
import { handOverFeedbackTask } from '#server/services/people/feedback.service.ts';
import { cancelSessionTask, formerCancelSessionTask } from '#server/services/identity-checks/cancellation.ts';
import { expireCheckTask } from '#server/services/identity-checks/identity-checks.service.ts';
import { pushTask } from '#server/services/notifications/push-queue.ts';
import { renewTask, settleTask } from '#server/services/billing/payments.ts';
import { resumeSigningTask } from '#server/services/signing/resumption.ts';
import { isLastAttempt } from '#server/jobs/attempts.ts';
import type { Tasks } from '#server/jobs/jobs.ts';

const feedbackPayload = z.object({ feedbackId: z.string() });
const accountPayload = z.object({ userId: z.string() });
const transferPayload = z.object({ transferId: z.string() });
const organizationPayload = z.object({ orgId: z.string() });
const holderPayload = z.object({ holderId: z.string() });
const paymentPayload = z.object({ paymentId: z.string() });
const bodiesPayload = z.object({ refs: z.array(z.string()) });
const convertPayload = z.object({ fileId: z.string(), version: z.number() });
const bulkPayload = z.object({ bulkId: z.string(), step: z.enum(['send', 'cancel', 'delete']), after: z.string().default('') });
const checkPayload = z.object({ checkId: z.string() });
const sessionPayload = z.object({ reference: z.string() });
const waitingPayload = z.object({ transactionId: z.string(), fileId: z.string(), recipientId: z.string() });
const pushPayload = z.object({ notificationId: z.string(), subscriptionId: z.string() });
const transactionPayload = z.object({ transactionId: z.string() });

export type JobServices = Pick<Services,
  | 'account' | 'continueTransfer' | 'restartTransfers' | 'audits' | 'bulkSteps' | 'signing' | 'cloud' | 'conversion' | 'decisions' | 'lifecycle' | 'uploads'
  | 'billing' | 'feedback' | 'verification' | 'removeBodies' | 'removeOrphans' | 'sweepPartyCopies' | 'sendDueReminders' | 'checkStorage' | 'joinParts'
  | 'checkLists' | 'foldLists' | 'sendApprovals' | 'deleteOldNotifications' | 'pushMessages'>;

/** Jobs that finish quickly or run in small steps. */
export const quickTasks = ({
  account, continueTransfer, restartTransfers, audits, billing, bulkSteps, cloud, decisions, lifecycle, signing, uploads, verification, removeBodies,
  removeOrphans, sweepPartyCopies, sendDueReminders, checkStorage, joinParts, checkLists, foldLists, sendApprovals, deleteOldNotifications,
}: JobServices): Tasks => ({
  [expireTask]: async (input) => lifecycle.expire(transactionPayload.parse(input).transactionId),
  [expireCheckTask]: async (input) => decisions.expire(checkPayload.parse(input).checkId),
  [auditTask]: async (input, helpers) => audits.attempt(transactionPayload.parse(input).transactionId, isLastAttempt(helpers)),
  [bulkTask]: async (input, helpers) => {
    const { bulkId, step, after } = bulkPayload.parse(input);
    await bulkSteps.attempt(bulkId, step, after, isLastAttempt(helpers));
  },
  [deleteAccountTask]: async (input) => account.continueDeletion(accountPayload.parse(input).userId),
  [transferTask]: async (input) => continueTransfer(transferPayload.parse(input).transferId),
  [voidApprovalsTask]: async (input) => sendApprovals.voidAll(organizationPayload.parse(input).orgId),
  [removeBodiesTask]: async (input) => removeBodies(bodiesPayload.parse(input).refs),
  resume_billing: async () => billing.resume(),
  resume_signings: async () => signing.resumeAll(),
  restart_removals: async () => {
    await account.restartDeletions();
    await restartTransfers();
  },
  remove_orphans: async () => void (await removeOrphans()),
  join_parts: async () => void (await joinParts()),
  check_storage: async () => void (await checkStorage()),
  check_lists: async () => void (await checkLists()),
  fold_lists: async () => foldLists(),
  delete_notifications: async () => deleteOldNotifications(),
  send_reminders: async () => sendDueReminders(),
  sweep_uploads: async () => {
    await uploads.sweep();
    await verification.sweep();
    await cloud.sweep();
    await sweepPartyCopies();
  },
});

/** Conversions by an external program that end within seconds, or are handed over to `longConversionTasks`. */
export const conversionTasks = (services: JobServices): Tasks => ({ [convertTask]: conversionTask(services, 'short') });

/** Conversions that need longer, up to a minute each. */
export const longConversionTasks = (services: JobServices): Tasks => ({ [convertLongTask]: conversionTask(services, 'long') });

const conversionTask = ({ conversion }: JobServices, length: AttemptLength): Task => async (input, helpers) => {
  const { fileId, version } = convertPayload.parse(input);
  await conversion.run(fileId, version, { length, last: isLastAttempt(helpers), signal: helpers.abortSignal });
};

const cancelSession = (decisions: JobServices['decisions']): Task => async (input) => decisions.cancelSession(sessionPayload.parse(input).reference);

/**
 * Jobs that call external services, which may be slow or not answer: time-stamp authority, card provider, identity
 * checker, support desk, push services.
 */
export const partnerTasks = ({ billing, decisions, feedback, pushMessages, signing }: JobServices): Tasks => ({
  [resumeSigningTask]: async (input) => {
    const { transactionId, fileId, recipientId } = waitingPayload.parse(input);
    await signing.resume(transactionId, fileId, recipientId);
  },
  [renewTask]: async (input) => billing.renew(holderPayload.parse(input).holderId),
  [settleTask]: async (input) => billing.settle(paymentPayload.parse(input).paymentId),
  [cancelSessionTask]: cancelSession(decisions),
  [formerCancelSessionTask]: cancelSession(decisions),
  [pushTask]: async (input) => {
    const { notificationId, subscriptionId } = pushPayload.parse(input);
    await pushMessages.send(notificationId, subscriptionId);
  },
  [handOverFeedbackTask]: async (input) => feedback.handOver(feedbackPayload.parse(input).feedbackId),
});
