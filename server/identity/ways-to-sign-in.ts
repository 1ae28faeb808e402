import type { Account } from '#server/repositories/accounts.repository.ts';

/** How somebody can sign in besides a code in a mail: `password`, `passkey`, and the connections they came by. */
export const waysToSignIn = ({ has_password, has_passkey, connections }: Account): string[] =>
  [...(has_password ? ['password'] : []), ...(has_passkey ? ['passkey'] : []), ...connections];
