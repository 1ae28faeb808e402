/** Proving an address by the ticket of a message, and leaving for good. */
import { z } from 'zod';
import { defineCall, nothing } from '#contract/calls/define.ts';
import { sent } from '#contract/entities/delivery.ts';
import { callTimeouts } from '#contract/limits.ts';

/** Where the link of the message leads: a page of ours, which gets `ticket` and `verification_type`. */
const callback = z.object({ callback: z.string().min(1).max(2048) });
const ticket = z.object({ ticket: z.string().min(1).max(200) });
const shared = { host: 'account', timeout: callTimeouts.short } as const;

export const accountCalls = {
  'auth.sendVerificationEmail': defineCall({
    ...shared, id: 'auth.sendVerificationEmail', method: 'POST', path: '/auth/send_verification_email', permission: 'self',
    body: callback, response: sent, errors: ['email_already_verified', 'unable_to_send_email', 'too_many_requests'],
  }),
  'auth.sendVerificationSms': defineCall({
    ...shared, id: 'auth.sendVerificationSms', method: 'POST', path: '/auth/send_verification_sms', permission: 'self',
    body: callback, response: sent, errors: ['phone_already_verified', 'unable_to_send_sms', 'too_many_requests'],
  }),
  /** For the account that asked, signed in: a ticket that somebody else presents proves nothing (`permission_denied`) and stays. */
  'auth.verifyEmail': defineCall({
    ...shared, id: 'auth.verifyEmail', method: 'GET', path: '/auth/verify_email', permission: 'self',
    query: ticket, response: nothing, errors: ['invalid_link', 'permission_denied', 'unable_to_set_email', 'forbidden_by_federation'],
  }),
  'auth.verifyPhone': defineCall({
    ...shared, id: 'auth.verifyPhone', method: 'GET', path: '/auth/verify_phone', permission: 'self',
    query: ticket, response: nothing, errors: ['invalid_link', 'permission_denied', 'unable_to_set_phone'],
  }),
  /** With all that is theirs. Who owns an organization with other members gives it up first. */
  'auth.deleteUser': defineCall({
    ...shared, id: 'auth.deleteUser', recentSignIn: true, method: 'DELETE', path: '/auth/delete_user', permission: 'self', response: nothing,
    errors: ['resource_in_use', 'unable_to_unsubscribe'],
  }),
} as const;
