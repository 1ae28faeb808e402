/** Direct links of templates: what the owner sets, and what those who open one do. Tokens travel in bodies, so that no URL of a call has one. */
import { z } from 'zod';
import { lastKey } from '#contract/calls/common.ts';
import { defineCall } from '#contract/calls/define.ts';
import { objectId } from '#contract/entities/common.ts';
import { directLink, directLinkRequest, directLinkSettings, directLinkToken, directLinkUse, openedDirectLink } from '#contract/entities/direct-link.ts';
import { callTimeouts } from '#contract/limits/calls.ts';

const path = '/templates/{id}/direct_link';
const ofOwner = { host: 'api', permission: { resource: 'template', action: 'update' }, ours: true } as const;
const answer = z.object({ link: directLink.nullable() });

export const directLinksCalls = {
  'templates.getDirectLink': defineCall({ ...ofOwner, id: 'templates.getDirectLink', method: 'GET', path, response: answer }),
  /** Makes the link, or changes its limits. `not_ready` tells why nobody could be taken (`problem`). */
  'templates.setDirectLink': defineCall({
    ...ofOwner, id: 'templates.setDirectLink', method: 'PUT', path, body: directLinkSettings, response: answer,
    errors: ['not_ready', 'limit_exceeded', 'feature_not_supported', 'related_file_deleted', 'sign_not_pdf'],
  }),
  /** Gives the link another address. The one before stops working at once. */
  'templates.renewDirectLink': defineCall({ ...ofOwner, id: 'templates.renewDirectLink', method: 'POST', path: `${path}/renew`, response: answer }),
  /** The requests made by the link, newest first. */
  'templates.directLinkRequests': defineCall({
    ...ofOwner, id: 'templates.directLinkRequests', method: 'GET', path: `${path}/requests`, query: z.object({ exclusiveFrom: objectId.optional() }),
    response: z.object({ requests: z.array(directLinkRequest), lastKey }),
  }),
  'directLinks.read': defineCall({
    id: 'directLinks.read', method: 'POST', path: '/v0/direct_links/read', host: 'api', auth: 'none', permission: 'anyone', timeout: callTimeouts.short, ours: true,
    body: z.object({ token: directLinkToken }), response: openedDirectLink,
  }),
  /**
   * Makes a request whose first recipient is the caller, by their verified address, and starts it. One that they have begun and not
   * signed is continued instead.
   */
  'directLinks.use': defineCall({
    id: 'directLinks.use', method: 'POST', path: '/v0/direct_links/use', host: 'api', permission: 'self', ours: true,
    body: directLinkUse, response: z.object({ transactionId: objectId }),
    errors: ['invalid_link', 'direct_link_closed', 'direct_link_used', 'match_recipient', 'fields_empty', 'names_validation', 'too_many_requests', 'limit_exceeded', 'storage_exceeded'],
  }),
} as const;
