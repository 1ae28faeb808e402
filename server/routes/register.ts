import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import { sizes } from '#contract/limits.ts';
import type { App } from '#server/app/app.types.ts';
import type { Foundation } from '#server/app/foundation.ts';
import { auditTask } from '#server/services/audit/audits.service.ts';
import { handOverFeedbackTask } from '#server/services/feedback.service.ts';
import { renewTask, settleTask } from '#server/services/payments.ts';
import { removeBodiesTask } from '#server/services/account.service.ts';
import { bulkTask } from '#server/services/bulks/bulks.service.ts';
import { convertTask } from '#server/services/converting.service.ts';
import { expireCheckTask } from '#server/services/identity-checks/identity-checks.service.ts';
import { expireTask } from '#server/services/starting.service.ts';
import { appsRoutes, registerApplicationToken } from './apps.routes.ts';
import { bulksRoutes } from './bulks.routes.ts';
import { billingRoutes, registerBillingNotices } from './billing.routes.ts';
import { cloudRoutes, registerCloudReturn } from './cloud.routes.ts';
import { contactsRoutes } from './contacts.routes.ts';
import { feedbackRoutes, registerDeployment } from './feedback.routes.ts';
import { filesRoutes } from './files.routes.ts';
import { addCalls, onlyIf } from './handler.ts';
import { identityChecksRoutes, registerIdentityNotices } from './identity-checks.routes.ts';
import { mediaRoutes } from './media.routes.ts';
import { organizationsRoutes } from './organizations.routes.ts';
import { passkeysRoutes } from './passkeys.routes.ts';
import { registerOpenApi } from './openapi.routes.ts';
import { profileRoutes, registerVerification } from './profile.routes.ts';
import { createServices, type Services } from './services.ts';
import { registerStorage } from './storage.routes.ts';
import { templatesRoutes } from './templates.routes.ts';
import { transactionsRoutes } from './transactions.routes.ts';

/** Every call of the contract that is about documents and people; sign-in and events are registered apart. */
export async function registerCalls(app: App, foundation: Foundation): Promise<TaskList> {
  const services = await createServices(foundation);
  addCalls(app, foundation.db, filesRoutes(services));
  addCalls(app, foundation.db, transactionsRoutes(services));
  addCalls(app, foundation.db, templatesRoutes(services, foundation.config.features));
  addCalls(app, foundation.db, bulksRoutes(services.bulks));
  addCalls(app, foundation.db, identityChecksRoutes(services));
  await registerIdentityNotices(app, services.deciding);
  addCalls(app, foundation.db, mediaRoutes(services.media));
  addCalls(app, foundation.db, profileRoutes(services));
  addCalls(app, foundation.db, onlyIf(foundation.config.features.organizations, organizationsRoutes(services)));
  addCalls(app, foundation.db, cloudRoutes(services.cloud));
  registerCloudReturn(app, services.cloud);
  addCalls(app, foundation.db, contactsRoutes(services.contacts));
  addCalls(app, foundation.db, appsRoutes(services.apps));
  registerApplicationToken(app, services.apps);
  addCalls(app, foundation.db, passkeysRoutes(services.passkeys));
  registerVerification(app, services.verification);
  addCalls(app, foundation.db, feedbackRoutes(services));
  addCalls(app, foundation.db, billingRoutes(services.billing));
  await registerBillingNotices(app, services.billing);
  registerDeployment(app, foundation.config);
  registerOpenApi(app, foundation.config);
  await registerStorage(app, services.uploads, foundation.config.limits.maxFileSize + 2 * sizes.file);
  return jobTasks(services);
}

const feedbackPayload = z.object({ feedbackId: z.string() });
const holderPayload = z.object({ holderId: z.string() });
const paymentPayload = z.object({ paymentId: z.string() });
const bodiesPayload = z.object({ refs: z.array(z.string()) });
const convertPayload = z.object({ fileId: z.string(), version: z.number() });
const bulkPayload = z.object({ bulkId: z.string(), step: z.enum(['send', 'cancel', 'delete']) });
const checkPayload = z.object({ checkId: z.string() });
const transactionPayload = z.object({ transactionId: z.string() });

/** What these services leave to the job queue. */
const jobTasks = ({
  audits, bulkSteps, cloud, converting, deciding, lifecycle, uploads, billing, feedback, verification, removeBodies, removeOrphans,
}: Services): TaskList => ({
  [expireTask]: async (input) => lifecycle.expire(transactionPayload.parse(input).transactionId),
  [expireCheckTask]: async (input) => deciding.expire(checkPayload.parse(input).checkId),
  [auditTask]: async (input, { job }) => audits.attempt(transactionPayload.parse(input).transactionId, job.attempts >= job.max_attempts),
  [convertTask]: async (input) => {
    const { fileId, version } = convertPayload.parse(input);
    await converting.run(fileId, version);
  },
  [bulkTask]: async (input) => {
    const { bulkId, step } = bulkPayload.parse(input);
    await bulkSteps.run(bulkId, step);
  },
  [handOverFeedbackTask]: async (input) => feedback.handOver(feedbackPayload.parse(input).feedbackId),
  [renewTask]: async (input) => billing.renew(holderPayload.parse(input).holderId),
  [settleTask]: async (input) => billing.settle(paymentPayload.parse(input).paymentId),
  [removeBodiesTask]: async (input) => removeBodies(bodiesPayload.parse(input).refs),
  remove_orphans: async () => void (await removeOrphans()),
  sweep_uploads: async () => {
    await uploads.sweep();
    await verification.sweep();
    await cloud.sweep();
  },
});
