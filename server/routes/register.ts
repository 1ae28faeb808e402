import { sizes } from '#contract/limits.ts';
import type { App } from '#server/app/app.types.ts';
import type { Foundation } from '#server/app/foundation.ts';
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

/** Every call of the contract that is about documents and people; sign-in and events are registered apart. Gives what they stand on. */
export async function registerCalls(app: App, foundation: Foundation): Promise<Services> {
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
  return services;
}
