import type { Account } from '#server/repositories/accounts.repository.ts';

/** Sign-in methods of an account in addition to a mailed code: `password`, `passkey`, and its upstream connections. */
export const signInMethods = ({ has_password, has_passkey, connections }: Account): string[] =>
  [...(has_password ? ['password'] : []), ...(has_passkey ? ['passkey'] : []), ...connections];
