import { cloudCalls } from '#contract/calls/cloud.calls.ts';
import type { App } from '#server/http/app.types.ts';
import { limitedByAddress } from '#server/http/rate-limits.ts';
import type { CloudService } from '#server/services/files/cloud.service.ts';
import type { Handlers } from './handler.ts';

export const cloudRoutes = (cloud: CloudService): Handlers<Exclude<keyof typeof cloudCalls, 'cloud.callback'>> => ({
  'cloud.sources': ({ caller }) => cloud.list(caller),
  'cloud.connect': ({ caller, body }) => cloud.connect(caller, body.source, body.returnTo),
  'cloud.finish': ({ caller, body }) => cloud.finish(caller, body.ticket),
  'cloud.disconnect': ({ caller, body }) => cloud.disconnect(caller, body.source),
  'cloud.files': ({ caller, query }) => cloud.files(caller, query),
  'cloud.import': ({ caller, body }) => cloud.take(caller, body),
});

/** Registers the redirect target of cloud sources. The browser arrives without an access token. */
export function registerCloudReturn(app: App, cloud: CloudService): void {
  const { path, query } = cloudCalls['cloud.callback'];
  app.get(path, { onRequest: limitedByAddress(app), schema: { querystring: query } }, async (request, reply) => reply.redirect(await cloud.takeBack(request.query), 303));
}
