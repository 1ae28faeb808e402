/** Whose addresses belong to a federated connection: those people sign in there, and there alone. */
import { canonicalEmail } from '#contract/entities/common.ts';
import type { Config, Connection } from '#server/app/config.ts';
import { AppError } from '#server/app/app-error.ts';

export type Connections = Config['connections'];

export function federationOf(connections: Connections, email: string | null): Connection | null {
  const domain = email === null ? null : domainOf(email);
  return connections.find((each) => each.type === 'federated' && each.domains.some((one) => domainOf(`@${one}`) === domain)) ?? null;
}

/** However it is spelled: a look-alike that leads to the same mailbox is the same domain. */
const domainOf = (email: string): string => canonicalEmail(email).split('@').at(-1) ?? '';

/** For every other way to sign in, and for what the federation decides about its people. */
export function assertNotFederated(connections: Connections, email: string | null): void {
  const federation = federationOf(connections, email);
  if (federation) throw new AppError('forbidden_by_federation', { connection: federation.id });
}
