/**
 * Connections whose other end went without a word: a database that moved to another machine, a firewall that forgot what was idle.
 * The network notices after a quarter of an hour, or, where nothing is asked, after hours.
 */
import type { Socket } from 'node:net';
import type pg from 'pg';

/** Settings of every connection: what is idle stays known on the way, and its end is noticed. */
export const watched = { connectionTimeoutMillis: 15_000, keepAlive: true, keepAliveInitialDelayMillis: 30_000 } as const;

/** What the driver has, and its types do not tell. */
interface Inside {
  readonly connection: { readonly stream: Socket };
  readonly readyForQuery: boolean;
}

export const silenceError = (limit: number): Error =>
  Object.assign(new Error(`The database said nothing for ${limit} ms`), { code: 'ETIMEDOUT', syscall: 'read' });

/** Breaks a connection that answers nothing for so many milliseconds while it is asked; one that is not asked may be silent. */
export function breakWhenSilent(client: pg.ClientBase, limit: number): void {
  const inside = client as unknown as Inside;
  const { stream } = inside.connection;
  stream.removeAllListeners('timeout').setTimeout(limit).on('timeout', () => {
    if (!inside.readyForQuery) stream.destroy(silenceError(limit));
  });
}

/** For a question that may rightly take as long as it likes. */
export const letSilent = (client: pg.ClientBase): void => void (client as unknown as Inside).connection.stream.setTimeout(0);
