/** Feedback, and the services somebody connects. */
import { z } from 'zod';
import { defineCall } from '#contract/calls/define.ts';
import { feedbackForm, feedbackTicket } from '#contract/entities/feedback.ts';
import { integrationChange } from '#contract/entities/integration.ts';
import { profile } from '#contract/entities/profile.ts';
import { callTimeouts } from '#contract/limits.ts';

/** What the app must know before anybody has signed in. */
const deployment = z.object({
  organizations: z.boolean(),
  billing: z.boolean(),
  allowPhoneCapture: z.boolean(),
  /** Somebody is told of the services that people connect; without that connecting would do nothing. */
  integrations: z.boolean(),
  /** A third party checks people's papers. */
  identityService: z.boolean(),
  libraryTemplates: z.boolean(),
  /** Signed documents may be edited, without their signatures. */
  removeSignatures: z.boolean(),
  /** Certificates (DER) below which signers are believed beside the installation's own. */
  trustsOthers: z.boolean(),
  /** Where a signing helper may run on the person's own device. */
  signingHelper: z.string().nullable(),
  /** Sessions that nobody uses end after so many minutes; null: they don't. */
  sessionIdleMinutes: z.number().int().nullable(),
  locales: z.array(z.string()),
  /** Bytes of a file, files of a transaction or template, pictures of a kind. */
  limits: z.object({ fileSize: z.number().int(), fileCount: z.number().int(), mediaPerKind: z.number().int() }),
  socialConnections: z.array(z.object({ id: z.string(), name: z.string() })),
  paymentProvider: z.enum(['test', 'stripe']),
  stripePublishableKey: z.string().nullable(),
});
export type Deployment = z.output<typeof deployment>;

export const feedbackCalls = {
  /** Kept here, and handed to the support desk where there is one. */
  'feedback.send': defineCall({
    id: 'feedback.send', method: 'POST', path: '/feedback_form', host: 'api', permission: 'self',
    body: feedbackForm, response: feedbackTicket, errors: ['too_many_requests'],
  }),
  'integrations.activate': defineCall({
    id: 'integrations.activate', method: 'POST', path: '/integrations/activate', host: 'api', permission: 'self',
    body: integrationChange, response: profile, errors: ['feature_not_supported', 'integration_error'],
  }),
  'integrations.deactivate': defineCall({
    id: 'integrations.deactivate', method: 'POST', path: '/integrations/deactivate', host: 'api', permission: 'self',
    body: integrationChange, response: profile, errors: ['feature_not_supported', 'integration_error'],
  }),
  'deployment.get': defineCall({
    id: 'deployment.get', method: 'GET', path: '/v0/deployment', host: 'identity', auth: 'none', permission: 'anyone',
    response: deployment, timeout: callTimeouts.short, ours: true,
  }),
} as const;
