/**
 * Logs refusals that a caller can cause without limit, such as invalid input or too many calls. The first in a
 * minute is logged at once, the rest as one count at the end of the minute, so that a flood doesn't fill the log.
 */
import type { FastifyRequest } from 'fastify';
import type { ErrorCode } from '#contract/errors.ts';
import { shortNetwork } from './caller-network.ts';

const windowMs = 60_000;
/** Callers counted separately. Beyond this number, each code is logged once for all other callers together. */
const mostCallers = 1000;

export const repeatable: ReadonlySet<ErrorCode> = new Set([
  'request_validation_error', 'read_only_property', 'required_property', 'wrong_mime_type', 'max_size_exceeded', 'limit_exceeded', 'verification_failed',
  'too_many_requests', 'rate_limit_exceeded', 'captcha_failed',
]);

interface RefusalLog {
  record(code: ErrorCode, request: FastifyRequest): void;
}

export function createRefusalLog(): RefusalLog {
  const repeats = new Map<string, number>();

  function keyOf(code: ErrorCode, caller: string): string {
    const key = `${code} ${caller}`;
    return repeats.has(key) || repeats.size < mostCallers ? key : code;
  }

  return {
    record: (code, { log, ip, method, routeOptions, actor }) => {
      const caller = { userId: actor?.userId ?? null, network: shortNetwork(ip) };
      const key = keyOf(code, caller.userId ?? caller.network);
      const known = repeats.get(key);
      if (known !== undefined) {
        repeats.set(key, known + 1);
        return;
      }
      repeats.set(key, 0);
      log.warn({ code, route: routeOptions.url ?? 'unknown', method, ...caller }, 'refused');
      setTimeout(() => {
        const times = repeats.get(key) ?? 0;
        repeats.delete(key);
        if (times > 0) log.warn({ code, times, ...(key === code ? {} : caller) }, 'refused again within a minute');
      }, windowMs).unref();
    },
  };
}
