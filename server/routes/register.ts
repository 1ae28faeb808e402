import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import { sizes } from '#contract/limits.ts';
import type { App } from '#server/app/app.types.ts';
import type { Foundation } from '#server/app/foundation.ts';
import { expireTask } from '#server/services/starting.service.ts';
import { filesRoutes } from './files.routes.ts';
import { addCalls } from './handler.ts';
import { mediaRoutes } from './media.routes.ts';
import { profileRoutes } from './profile.routes.ts';
import { createServices, type Services } from './services.ts';
import { registerStorage } from './storage.routes.ts';
import { transactionsRoutes } from './transactions.routes.ts';

/** Every call of the contract that is about documents and people; sign-in and events are registered apart. */
export async function registerCalls(app: App, foundation: Foundation): Promise<TaskList> {
  const services = await createServices(foundation);
  app.addHook('onClose', () => services.close());
  addCalls(app, filesRoutes(services.files));
  addCalls(app, transactionsRoutes(services));
  addCalls(app, mediaRoutes(services.media));
  addCalls(app, profileRoutes(services.profile));
  await registerStorage(app, services.uploads, foundation.config.limits.maxFileSize + 2 * sizes.file);
  return jobTasks(services);
}

const expirePayload = z.object({ transactionId: z.string() });

/** What these services leave to the job queue. */
const jobTasks = ({ lifecycle, uploads }: Services): TaskList => ({
  [expireTask]: async (input) => lifecycle.expire(expirePayload.parse(input).transactionId),
  sweep_uploads: async () => {
    await uploads.sweep();
  },
});
