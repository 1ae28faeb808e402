/**
 * Database connections of the job queue. The queue records the end of a job without awaiting the result. It retries
 * after some database errors, but any other error terminates the process; an unavailable database is therefore
 * reported with an error code that it retries.
 */
import type pg from 'pg';
import { isDatabaseUnavailable } from '#server/platform/database/connection-errors.ts';

const retriedCode = 'ETIMEDOUT';

export function retryingPool(pool: pg.Pool): pg.Pool {
  const connect = (callback?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | void =>
    (callback === undefined ? connected(pool).then(retryingClient) : pool.connect(callback));
  return replacing(pool, 'connect', connect);
}

/**
 * The end of a job may come after the pool was closed. Nobody awaits it, a rejection would end the process, and the lease of
 * the queue returns the job: so it is never answered.
 */
const connected = (pool: pg.Pool): Promise<pg.PoolClient> => (pool.ending ? new Promise(() => undefined) : asRetryable(pool.connect()));

const retryingClient = (client: pg.PoolClient): pg.PoolClient =>
  replacing(client, 'query', (...query: unknown[]) => {
    const answer: unknown = Reflect.apply(client.query, client, query);
    return answer instanceof Promise ? asRetryable(answer) : answer;
  });

async function asRetryable<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    throw Object.assign(new Error('The database is away', { cause: error }), { code: retriedCode });
  }
}

/** A proxy of an object with one method replaced. */
function replacing<Thing extends object>(thing: Thing, name: keyof Thing, method: unknown): Thing {
  return new Proxy(thing, {
    get: (target, key) => {
      if (key === name) return method;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
