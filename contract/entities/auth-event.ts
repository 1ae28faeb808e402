/** The authentication log: sign-ins, failed attempts, and changes of credentials. */
import { z } from 'zod';
import { device } from '#contract/entities/session.ts';

export const authEventKinds = [
  'signed_in', 'signed_in_again', 'sign_in_failed', 'locked_out', 'signed_out', 'session_ended', 'sessions_ended',
  'password_changed', 'address_changed', 'phone_changed', 'passkey_added', 'passkey_removed',
  'application_added', 'application_changed', 'application_removed',
  'second_factor_added', 'second_factor_removed', 'recovery_codes_renewed',
] as const;
export type AuthEventKind = (typeof authEventKinds)[number];

/** Authentication methods (RFC 8176, where `mfa` is the second step), plus `email` and `sms` for links and `fed` for another provider. */
export const signInMethods = ['otp', 'pwd', 'hwk', 'email', 'sms', 'fed', 'mfa'] as const;
export type SignInMethod = (typeof signInMethods)[number];

export const authEvent = z.object({
  id: z.string(),
  kind: z.enum(authEventKinds),
  /** Null if the event concerns no sign-in method, or one not listed here. */
  method: z.enum(signInMethods).nullable(),
  device,
  network: z.string().nullable(),
  at: z.iso.datetime(),
});
export type AuthEvent = z.output<typeof authEvent>;
