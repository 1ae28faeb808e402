import { feedbackCalls, type Deployment } from '#contract/calls/feedback.calls.ts';
import type { App } from '#server/http/app.types.ts';
import { sendsTexts, trustsOthers, type Config } from '#server/platform/config.ts';
import type { FeedbackService } from '#server/services/people/feedback.service.ts';
import type { IntegrationsService } from '#server/services/people/integrations.service.ts';
import type { Handlers } from './handler.ts';

export interface FeedbackServices {
  feedback: FeedbackService;
  integrations: IntegrationsService;
}

export const feedbackRoutes = ({ feedback, integrations }: FeedbackServices): Handlers<Exclude<keyof typeof feedbackCalls, 'deployment.get'>> => ({
  'feedback.send': ({ caller, body }) => feedback.send(caller, body),
  'integrations.activate': ({ caller, body }) => integrations.activate(caller, body.name),
  'integrations.deactivate': ({ caller, body }) => integrations.deactivate(caller, body.name),
});

/** Registers the call that returns the public settings of this installation. */
export function registerDeployment(app: App, config: Config): void {
  const { path, response } = feedbackCalls['deployment.get'];
  const deployment: Deployment = {
    organizations: config.features.organizations,
    billing: config.billing.enabled,
    allowPhoneCapture: config.allowPhoneCapture,
    enablePhoneForLogin: sendsTexts(config),
    integrations: config.integrations !== null,
    identityService: config.identityChecker !== null,
    libraryTemplates: config.features.libraryTemplates,
    unstableFeatures: config.unstableFeatures,
    removeSignatures: config.removeSignatures,
    trustsOthers: trustsOthers(config),
    supportWidget: config.supportWidget,
    promotesTrusted: trustsOthers(config) && config.promotesTrusted,
    signingHelper: config.signingHelper,
    sessionIdleMinutes: config.sessionIdleMinutes,
    locales: [...config.locales],
    limits: { fileSize: config.limits.maxFileSize, fileCount: config.limits.maxFileCount, mediaPerKind: config.limits.maxMediaPerKind },
    // Federated connections are private to their users, who are routed by e-mail address.
    socialConnections: config.connections.filter(({ type }) => type === 'social').map(({ id, name }) => ({ id, name })),
    paymentProvider: config.billing.stripe === null ? 'test' : 'stripe',
    stripePublishableKey: config.billing.stripe?.publishableKey ?? null,
    trialDays: config.billing.trialDays,
  };
  app.get(path, { schema: { response: { 200: response } } }, async () => deployment);
}
