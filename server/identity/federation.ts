/** Federated connections: people whose e-mail domain belongs to one can sign in only through it. */
import { canonicalEmail } from '#contract/entities/common.ts';
import type { Federation } from '#contract/entities/federation.ts';
import type { Config, Connection } from '#server/platform/config.ts';
import { AppError } from '#server/platform/app-error.ts';

export type Connections = Config['connections'];

export function federationOf(connections: Connections, email: string | null): Connection | null {
  const domain = email === null ? null : domainOf(email);
  return connections.find((each) => each.type === 'federated' && each.domains.some((one) => domainOf(`@${one}`) === domain)) ?? null;
}

/** Compares canonical domains: a look-alike spelling that reaches the same mailbox is the same domain. */
const domainOf = (email: string): string => canonicalEmail(email).split('@').at(-1) ?? '';

/** The error names the connection, which leads on. */
export const forbiddenBy = ({ id, name }: Connection): AppError => new AppError('forbidden_by_federation', { connection: id, name } satisfies Federation);

/**
 * Throws `forbidden_by_federation` for federated addresses. Called by every other sign-in method and by changes
 * that the federation decides.
 */
export function assertNotFederated(connections: Connections, email: string | null): void {
  const federation = federationOf(connections, email);
  if (federation) throw forbiddenBy(federation);
}
