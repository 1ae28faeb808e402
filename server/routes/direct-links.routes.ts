import { directLinksCalls } from '#contract/calls/direct-links.calls.ts';
import type { App } from '#server/http/app.types.ts';
import { limitedByAddress } from '#server/http/rate-limits.ts';
import { refuseUnknownFields } from '#server/http/unknown-fields.ts';
import type { DirectLinksService } from '#server/services/direct-links/direct-links.service.ts';
import type { DirectLinkVisits } from '#server/services/direct-links/visits.service.ts';
import type { Handlers } from './handler.ts';

export interface DirectLinksServices {
  directLinks: DirectLinksService;
  directLinkVisits: DirectLinkVisits;
}

/** All but the call of those who are not signed in. */
export const directLinksRoutes = ({ directLinks, directLinkVisits }: DirectLinksServices): Handlers<Exclude<keyof typeof directLinksCalls, 'directLinks.read'>> => ({
  'templates.getDirectLink': ({ caller, params }) => directLinks.get(caller, params.id),
  'templates.setDirectLink': ({ caller, params, body }) => directLinks.set(caller, params.id, body),
  'templates.renewDirectLink': ({ caller, params }) => directLinks.renew(caller, params.id),
  'templates.directLinkRequests': ({ caller, params, query }) => directLinks.requests(caller, params.id, query?.exclusiveFrom),
  'directLinks.use': ({ caller, body }) => directLinkVisits.use(caller, body),
});

/** Tries of tokens have a cost, although none can be guessed. */
const few = { rateLimit: { max: 60, timeWindow: '1 minute' } };

export function registerDirectLinks(app: App, visits: DirectLinkVisits): void {
  const { 'directLinks.read': read } = directLinksCalls;
  app.post(read.path, { onRequest: limitedByAddress(app), config: few, preValidation: refuseUnknownFields(read), schema: { body: read.body, response: { 200: read.response } } },
    ({ body }) => visits.read(body.token));
}
