/**
 * Rate limits. Each person and each network has a number of calls per minute. Expensive routes (guesses, mails)
 * have limits of their own, counted exactly across all nodes.
 */
import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import { requestBodies } from '#contract/limits/calls.ts';
import type { Db } from '#server/platform/database/database.ts';
import { personCounter } from '#server/adapters/limits/person-counters.ts';
import { addHits } from '#server/adapters/limits/rate-counters.ts';
import { SharedWindow } from '#server/adapters/limits/shared-window.ts';
import type { App } from './app.types.ts';
import { AppError } from '#server/platform/app-error.ts';
import { networkOf } from './caller-network.ts';
import type { Platform } from '#server/platform/platform.ts';

const minute = 60_000;
const kilobyte = 1024;

declare module 'fastify' {
  interface FastifyInstance {
    /** Each throws `rate_limit_exceeded` when the caller is over the limit. */
    limits: { address(request: FastifyRequest): void; actor(userId: string): void; bytes(userId: string, count: number): void };
  }
}

export async function registerRateLimits(app: App, { db, config, log }: Pick<Platform, 'db' | 'config' | 'log'>): Promise<void> {
  const { actor, address } = config.callsPerMinute;
  const window = new SharedWindow(db, minute, log);
  const hit = (key: string, limit: number, count = 1): void => {
    const wait = limit === 0 ? 0 : window.hit(key, limit, Date.now(), count);
    if (wait > 0) throw new AppError('rate_limit_exceeded', { retryAfter: Math.ceil(wait / 1000) });
  };
  app.decorate('limits', {
    address: (request: FastifyRequest) => hit(`calls/address/${networkOf(request.ip)}`, address),
    actor: (userId: string) => hit(personCounter('calls', userId), actor),
    bytes: (userId: string, count: number) => hit(personCounter('bytes', userId), requestBodies.perMinute / kilobyte, Math.ceil(count / kilobyte)),
  });
  app.addHook('onClose', () => window.close());
  await app.register(rateLimit, {
    global: false,
    store: storeOver(db),
    errorResponseBuilder: (_request, { ttl }) => new AppError('rate_limit_exceeded', { retryAfter: Math.ceil(ttl / 1000) }),
  });
}

/** An `onRequest` hook for routes without a token. */
export const limitedByAddress = (app: App) => async (request: FastifyRequest): Promise<void> => app.limits.address(request);

/** The plugin passes `routeInfo` to the store of each route, though its types don't declare it. */
const nameOf = (options: object): string => {
  const { method = '', url = '' } = 'routeInfo' in options ? (options.routeInfo as { method?: string; url?: string }) : {};
  return `${method} ${url}`;
};

function storeOver(db: Db): new (options: object) => FastifyRateLimitStore {
  return class Store implements FastifyRateLimitStore {
    readonly #name: string;

    constructor(options: object) {
      this.#name = nameOf(options);
    }

    incr(key: string, callback: (error: Error | null, result?: { current: number; ttl: number }) => void, timeWindow = minute): void {
      const name = `${this.#name}/${key}`;
      addHits(db, [{ key: name, count: 1 }], timeWindow).then((counted) => {
        const { count = 0, milliseconds = timeWindow } = counted.get(name) ?? {};
        callback(null, { current: count, ttl: milliseconds });
      }, callback);
    }

    child(options: object): FastifyRateLimitStore {
      return new Store(options);
    }
  };
}
