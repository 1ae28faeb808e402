/** Feedback, integrations and the public settings of the installation. */
import { z } from 'zod';
import { defineCall } from '#contract/calls/define.ts';
import { feedbackForm, feedbackTicket } from '#contract/entities/feedback.ts';
import { integrationChange } from '#contract/entities/integration.ts';
import { profile } from '#contract/entities/profile.ts';
import { callTimeouts } from '#contract/limits/calls.ts';

/** What the web app needs before anybody has signed in. */
const deployment = z.object({
  organizations: z.boolean(),
  billing: z.boolean(),
  allowPhoneCapture: z.boolean(),
  /** Whether a contact may be a phone number: text messages are delivered wherever mails are. */
  enablePhoneForLogin: z.boolean(),
  /** Whether an endpoint is configured that is told of integrations; without one they have no effect. */
  integrations: z.boolean(),
  /** Whether a verification provider is configured that checks identity documents. */
  identityService: z.boolean(),
  libraryTemplates: z.boolean(),
  /** Whether features that are not finished are offered. */
  unstableFeatures: z.boolean(),
  /** Whether signed documents may be edited by removing their signatures. */
  removeSignatures: z.boolean(),
  /** Whether certificates are configured that are trusted in addition to the installation's own. */
  trustsOthers: z.boolean(),
  /** Whether those are offered to signers of whom none is required. */
  promotesTrusted: z.boolean(),
  /** A Freshworks widget of the support desk: its script, and the custom field of the trace id. */
  supportWidget: z.object({ url: z.string(), traceField: z.string() }).nullable(),
  /** URL of the signing helper on the user's device, if one may be used. */
  signingHelper: z.string().nullable(),
  /** Idle sessions end after this many minutes; null: never. */
  sessionIdleMinutes: z.number().int().nullable(),
  locales: z.array(z.string()),
  /** Maximum size of a file in bytes, files per transaction or template, and images per type. */
  limits: z.object({ fileSize: z.number().int(), fileCount: z.number().int(), mediaPerKind: z.number().int() }),
  socialConnections: z.array(z.object({ id: z.string(), name: z.string() })),
  paymentProvider: z.enum(['test', 'stripe']),
  stripePublishableKey: z.string().nullable(),
  /** Length of a person's free trial in days; 0: none. Organizations have no trial. */
  trialDays: z.number().int(),
});
export type Deployment = z.output<typeof deployment>;

export const feedbackCalls = {
  /** Stored here, and passed on to the support desk if one is configured. */
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
