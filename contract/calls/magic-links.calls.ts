/** Links of mails: what the page of one shows, and how its button signs in. Reading spends nothing. */
import { z } from 'zod';
import { defineCall, nothing } from '#contract/calls/define.ts';
import { objectId } from '#contract/entities/common.ts';
import { magicLink } from '#contract/entities/magic-link.ts';
import { locales } from '#contract/languages.ts';
import { callTimeouts } from '#contract/limits.ts';

const code = z.string().min(1).max(128);
/** Made by the page: a second try of the same page is the same device, and a one-time code counts for the page that asked for it. */
const attempt = z.string().regex(/^[\w-]{16,64}$/);
/** For the authorization endpoint, as `magic_code`: single use, for a few minutes. */
const signInCode = z.string().min(1).max(128);

const common = { method: 'POST', host: 'api', auth: 'none', permission: 'anyone', timeout: callTimeouts.short, ours: true } as const;

export const magicLinksCalls = {
  /** `signedInAs`: the account that this browser is signed in with. */
  'magicLinks.read': defineCall({
    ...common, id: 'magicLinks.read', path: '/v0/magic_links/read',
    body: z.object({ code, signedInAs: objectId.optional() }), response: magicLink,
  }),
  /** The first device is signed in; to another one a one-time code is sent, at the address of the link. */
  'magicLinks.open': defineCall({
    ...common, id: 'magicLinks.open', path: '/v0/magic_links/open',
    body: z.object({ code, attempt, locale: z.enum(locales).optional() }),
    response: z.object({ signInCode: signInCode.nullable(), sentTo: z.string().nullable(), late: z.boolean().default(false) }),
    errors: ['invalid_link', 'too_many_requests', 'unable_to_send_email', 'unable_to_send_sms'],
  }),
  'magicLinks.confirm': defineCall({
    ...common, id: 'magicLinks.confirm', path: '/v0/magic_links/confirm',
    body: z.object({ code, attempt, digits: z.string().regex(/^\d{6}$/) }), response: z.object({ signInCode }),
    errors: ['invalid_code', 'invalid_link'],
  }),
  /** Whoever is signed in here gives way to the link's person: with this the sign-in doesn't ask them again. */
  'magicLinks.giveWay': defineCall({
    ...common, id: 'magicLinks.giveWay', path: '/v0/magic_links/give_way', auth: 'bearer', permission: 'self', body: z.object({ signInCode }), response: nothing, errors: ['invalid_link'],
  }),
  /** The answer is the same for every link, also where nothing is sent. */
  'magicLinks.renew': defineCall({ ...common, id: 'magicLinks.renew', path: '/v0/magic_links/renew', body: z.object({ code }), response: z.object({}) }),
} as const;
