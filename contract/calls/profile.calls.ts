/** The profile of the signed-in user. */
import { z } from 'zod';
import { defineCall } from '#contract/calls/define.ts';
import { profile, profileUpdate } from '#contract/entities/profile.ts';
import { callTimeouts } from '#contract/limits/calls.ts';

export const profileCalls = {
  'profile.get': defineCall({
    id: 'profile.get', method: 'GET', path: '/profile', host: 'account', permission: 'self', response: profile,
  }),
  'profile.update': defineCall({
    id: 'profile.update', recentSignIn: 'newAddress', method: 'PUT', path: '/profile', host: 'account', permission: 'self',
    body: profileUpdate, response: profile, errors: ['unable_to_set_email', 'unable_to_set_phone', 'names_validation', 'forbidden_by_federation', 'too_many_requests'],
  }),
  'profile.cookieConsent': defineCall({
    id: 'profile.cookieConsent', method: 'POST', path: '/profile/cookie_consent', host: 'account', permission: 'self',
    response: profile,
  }),
  /** Records that a passkey was offered, so that it is not offered again for a while. */
  'profile.passkeyPromotion': defineCall({
    id: 'profile.passkeyPromotion', method: 'POST', path: '/profile/passkey_promotion', host: 'account', permission: 'self', response: profile,
  }),
  'auth.avatarUploadUrl': defineCall({
    id: 'auth.avatarUploadUrl', method: 'GET', path: '/auth/avatar_upload_url', host: 'account', permission: 'self',
    response: z.object({ fileId: z.string(), uploadUrl: z.string() }), errors: ['storage_exceeded'],
  }),
  /** A single-use ticket for opening the event stream. */
  'auth.getEventTicket': defineCall({
    id: 'auth.getEventTicket', method: 'GET', path: '/auth/get_event_ticket', host: 'account', permission: 'self',
    response: z.object({ ticket: z.string(), token: z.string(), expiresAt: z.iso.datetime() }),
    timeout: callTimeouts.short,
  }),
} as const;

