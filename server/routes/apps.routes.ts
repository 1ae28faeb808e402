import { appsCalls } from '#contract/calls/apps.calls.ts';
import type { App } from '#server/app/app.types.ts';
import { refuseUnknownFields } from '#server/app/unknown-fields.ts';
import type { AppsService } from '#server/services/apps.service.ts';
import type { Handlers } from './handler.ts';

export const appsRoutes = (apps: AppsService): Handlers<Exclude<keyof typeof appsCalls, 'apps.token'>> => ({
  'apps.create': ({ caller, body }) => apps.create(caller, body),
  'apps.list': ({ caller }) => apps.list(caller),
  'apps.get': ({ caller, params }) => apps.get(caller, params.id),
  'apps.update': ({ caller, params, body }) => apps.update(caller, params.id, body),
  'apps.delete': ({ caller, params }) => apps.remove(caller, params.id),
});

/** Secrets can't be guessed, but each try costs something. */
const limit = { config: { rateLimit: { max: 120, timeWindow: '1 minute' } } };

/** The one call of an application that bears no token yet. */
export function registerApplicationToken(app: App, apps: AppsService): void {
  const call = appsCalls['apps.token'];
  app.post(call.path, { ...limit, preValidation: refuseUnknownFields(call), schema: { body: call.body, response: { 200: call.response } } }, (request) => apps.token(request.body));
}
