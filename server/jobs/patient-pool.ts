/**
 * The connections of the job queue. The queue writes down how a job ended without waiting for it, tries that again after some errors of
 * the database, and lets the process end over all others; that the database is away is therefore told with one that it tries again.
 */
import type pg from 'pg';
import { isDatabaseAway } from '#server/adapters/database/away.ts';

const triedAgain = 'ETIMEDOUT';

export function patientPool(pool: pg.Pool): pg.Pool {
  const connect = (callback?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | void =>
    (callback === undefined ? patiently(pool.connect()).then(patientClient) : pool.connect(callback));
  return replacing(pool, 'connect', connect);
}

const patientClient = (client: pg.PoolClient): pg.PoolClient =>
  replacing(client, 'query', (...query: unknown[]) => {
    const answer: unknown = Reflect.apply(client.query, client, query);
    return answer instanceof Promise ? patiently(answer) : answer;
  });

async function patiently<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!isDatabaseAway(error)) throw error;
    throw Object.assign(new Error('The database is away', { cause: error }), { code: triedAgain });
  }
}

/** The same thing, but for one of its methods. */
function replacing<Thing extends object>(thing: Thing, name: keyof Thing, method: unknown): Thing {
  return new Proxy(thing, {
    get: (target, key) => {
      if (key === name) return method;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
