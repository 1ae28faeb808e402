import { identityChecksCalls } from '#contract/calls/identity-checks.calls.ts';
import type { App } from '#server/http/app.types.ts';
import type { DecisionsService } from '#server/services/identity-checks/decisions.service.ts';
import type { IdentityChecksService } from '#server/services/identity-checks/identity-checks.service.ts';
import type { Handlers } from './handler.ts';
import { takeSignedNotices } from './signed-notices.ts';

export interface IdentityChecksServices {
  identityChecks: IdentityChecksService;
  decisions: DecisionsService;
}

export const identityChecksRoutes = ({ identityChecks, decisions }: IdentityChecksServices): Handlers<Exclude<keyof typeof identityChecksCalls, 'identityChecks.webhook'>> => ({
  'identityChecks.list': ({ caller, params }) => identityChecks.list(caller, params.id),
  'identityChecks.begin': ({ caller, params, body }) => identityChecks.begin(caller, params.id, body.byUser),
  'identityChecks.uploadUrl': ({ caller, params, body }) => identityChecks.uploadUrl(caller, params.id, body),
  'identityChecks.submit': ({ caller, params, body }) => identityChecks.submit(caller, params.id, body),
  'identityChecks.ticket': ({ caller, params, body }) => identityChecks.ticket(caller, params.id, body.byUser),
  'identityChecks.sendSms': ({ caller, params, body }) => identityChecks.sendSms(caller, params.id, body),
  'identityChecks.cancel': ({ caller, params, body }) => identityChecks.cancel(caller, params.id, body.byUser),
  'identityChecks.approve': ({ caller, params, body }) => decisions.approve(caller, params.id, body.recipientId),
  'identityChecks.reject': ({ caller, params, body }) => decisions.reject(caller, params.id, body.recipientId, body.reason),
});

export const registerIdentityNotices = (app: App, decisions: DecisionsService): Promise<void> =>
  takeSignedNotices(app, identityChecksCalls['identityChecks.webhook'].path, 'stripe-signature', decisions.takeNotice);
