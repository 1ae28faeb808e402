/** Whose addresses belong to a federated connection: those people sign in there, and there alone. */
import type { Config, Connection } from '#server/app/config.ts';
import { AppError } from '#server/app/app-error.ts';

export type Connections = Config['connections'];

export function federationOf(connections: Connections, email: string | null): Connection | null {
  const domain = email?.split('@').at(-1)?.toLowerCase();
  return connections.find((each) => each.type === 'federated' && domain !== undefined && each.domains.includes(domain)) ?? null;
}

/** For every other way to sign in, and for what the federation decides about its people. */
export function assertNotFederated(connections: Connections, email: string | null): void {
  const federation = federationOf(connections, email);
  if (federation) throw new AppError('forbidden_by_federation', { connection: federation.id });
}
