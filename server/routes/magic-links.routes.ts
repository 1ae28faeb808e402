import { magicLinksCalls } from '#contract/calls/magic-links.calls.ts';
import type { App } from '#server/http/app.types.ts';
import { limitedByAddress } from '#server/http/rate-limits.ts';
import { refuseUnknownFields } from '#server/http/unknown-fields.ts';
import { actorOf } from '#server/identity/authenticate.ts';
import type { MagicLinksService } from '#server/services/magic-links/magic-links.service.ts';

/** Rate limit per address: guessing codes and sending mails has a cost. */
const few = { rateLimit: { max: 30, timeWindow: '1 minute' } };

/**
 * Registers the calls of the landing page of links, for signed-in users and anyone with the link. They use POST, so that no URL
 * contains a code.
 */
export function registerMagicLinks(app: App, links: MagicLinksService): void {
  const { 'magicLinks.read': read, 'magicLinks.open': open, 'magicLinks.confirm': confirm, 'magicLinks.renew': renew, 'magicLinks.giveWay': giveWay } = magicLinksCalls;
  const onRequest = limitedByAddress(app);
  app.post(read.path, { onRequest, preValidation: refuseUnknownFields(read), schema: { body: read.body, response: { 200: read.response } } },
    ({ body }) => links.read(body.code, body.signedInAs));
  app.post(open.path, { onRequest, config: few, preValidation: refuseUnknownFields(open), schema: { body: open.body, response: { 200: open.response } } },
    ({ body }) => links.open(body.code, body.attempt, body.locale));
  app.post(confirm.path, { onRequest, config: few, preValidation: refuseUnknownFields(confirm), schema: { body: confirm.body, response: { 200: confirm.response } } },
    ({ body }) => links.confirm(body.code, body.attempt, body.digits));
  app.post(giveWay.path, { onRequest: app.authenticate, config: few, preValidation: refuseUnknownFields(giveWay), schema: { body: giveWay.body } }, async (request, reply) => {
    await links.giveWay(actorOf(request), request.body.signInCode);
    return reply.status(204).send();
  });
  app.post(renew.path, { onRequest, config: few, preValidation: refuseUnknownFields(renew), schema: { body: renew.body, response: { 200: renew.response } } }, async ({ body }) => {
    await links.renew(body.code);
    return {};
  });
}
