/**
 * Detects connections whose peer vanished silently, after a failover or because a firewall dropped its idle state.
 * TCP itself notices after a quarter of an hour or, when nothing is sent, after hours.
 */
import type { Socket } from 'node:net';
import type pg from 'pg';

/** Settings of every connection: TCP keep-alive keeps idle connections known to firewalls and detects dead peers. */
export const connectionSettings = { connectionTimeoutMillis: 15_000, keepAlive: true, keepAliveInitialDelayMillis: 30_000 } as const;

/** Members of the driver that its types don't declare. */
interface Inside {
  readonly connection: { readonly stream: Socket };
  readonly readyForQuery: boolean;
}

export const socketTimeoutError = (limit: number): Error =>
  Object.assign(new Error(`The database said nothing for ${limit} ms`), { code: 'ETIMEDOUT', syscall: 'read' });

/** Breaks a connection that doesn't answer a query for `limit` milliseconds; idle connections aren't affected. */
export function setSocketTimeout(client: pg.ClientBase, limit: number): void {
  const inside = client as unknown as Inside;
  const { stream } = inside.connection;
  stream.removeAllListeners('timeout').setTimeout(limit).on('timeout', () => {
    if (!inside.readyForQuery) stream.destroy(socketTimeoutError(limit));
  });
}

/** Removes the time limit, for queries that may take any time. */
export const disableSocketTimeout = (client: pg.ClientBase): void => void (client as unknown as Inside).connection.stream.setTimeout(0);
