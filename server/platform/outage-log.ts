/**
 * Logs an outage of a part of the server, such as the database, when it begins and when it has ended, instead of once
 * for each request that fails.
 */
import type { FastifyBaseLogger } from 'fastify';

/** Milliseconds without a failure after which an outage counts as ended. */
const quietMs = 10_000;

export interface OutageLog {
  failed(part: string, reason: string): void;
}

export function createOutageLog(log: Pick<FastifyBaseLogger, 'error' | 'warn'>): OutageLog {
  const outages = new Map<string, { since: number; last: number; failures: number }>();

  function lookAgain(part: string, wait: number): void {
    setTimeout(() => {
      const outage = outages.get(part);
      if (outage === undefined) return;
      const left = outage.last + quietMs - Date.now();
      if (left > 0) {
        lookAgain(part, left);
        return;
      }
      outages.delete(part);
      const { since, last, failures } = outage;
      log.warn({ part, failures, seconds: Math.round((last - since) / 1000) }, 'no more failures: the part of the server is back or nobody asks for it');
    }, wait).unref();
  }

  return {
    failed: (part, reason) => {
      const now = Date.now();
      const outage = outages.get(part);
      if (outage !== undefined) {
        outage.last = now;
        outage.failures += 1;
        return;
      }
      outages.set(part, { since: now, last: now, failures: 1 });
      log.error({ part, reason }, 'a part of the server does not answer');
      lookAgain(part, quietMs);
    },
  };
}
