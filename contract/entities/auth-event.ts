/** What the log of authentication says: who came in and how, who did not, and what was changed about it. */
import { z } from 'zod';
import { device } from '#contract/entities/session.ts';

export const authEventKinds = [
  'signed_in', 'signed_in_again', 'sign_in_failed', 'locked_out', 'signed_out', 'session_ended', 'sessions_ended',
  'password_changed', 'address_changed', 'phone_changed', 'passkey_added', 'passkey_removed',
  'application_added', 'application_changed', 'application_removed',
  'second_factor_added', 'second_factor_removed', 'recovery_codes_renewed',
] as const;
export type AuthEventKind = (typeof authEventKinds)[number];

/** Ways to prove who one is (RFC 8176: `mfa` is the second step; and `email`, `sms` for links, `fed` for another provider). */
export const signInMethods = ['otp', 'pwd', 'hwk', 'email', 'sms', 'fed', 'mfa'] as const;
export type SignInMethod = (typeof signInMethods)[number];

export const authEvent = z.object({
  id: z.string(),
  kind: z.enum(authEventKinds),
  /** Null where no way to sign in is meant, or one that has no name here. */
  method: z.enum(signInMethods).nullable(),
  device,
  network: z.string().nullable(),
  at: z.iso.datetime(),
});
export type AuthEvent = z.output<typeof authEvent>;
