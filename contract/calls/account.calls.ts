/** Verification of addresses with the ticket of a message, and deletion of the account. */
import { z } from 'zod';
import { defineCall, nothing } from '#contract/calls/define.ts';
import { sent } from '#contract/entities/delivery.ts';
import { callTimeouts } from '#contract/limits/calls.ts';

/** The page of this installation that the message links to; `ticket` and `verification_type` are added to its query. */
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
  /**
   * Only for the account that requested the ticket. For another account the call fails with `permission_denied`, and the ticket
   * stays valid.
   */
  'auth.verifyEmail': defineCall({
    ...shared, id: 'auth.verifyEmail', method: 'GET', path: '/auth/verify_email', permission: 'self', once: true,
    query: ticket, response: nothing, errors: ['invalid_link', 'permission_denied', 'unable_to_set_email', 'forbidden_by_federation'],
  }),
  'auth.verifyPhone': defineCall({
    ...shared, id: 'auth.verifyPhone', method: 'GET', path: '/auth/verify_phone', permission: 'self', once: true,
    query: ticket, response: nothing, errors: ['invalid_link', 'permission_denied', 'unable_to_set_phone'],
  }),
  /** Deletes the account and all its data. Fails with `resource_in_use` while the user owns an organization with other members. */
  'auth.deleteUser': defineCall({
    ...shared, id: 'auth.deleteUser', recentSignIn: true, method: 'DELETE', path: '/auth/delete_user', permission: 'self', response: nothing,
    errors: ['resource_in_use', 'unable_to_unsubscribe'],
  }),
} as const;
