/**
 * Tells the operator of refusals that a caller can cause without end, such as input that breaks a rule, or too many calls. The first of a
 * minute is told at once, the others of that minute as one number at its end, so that a flood of them does not fill the log.
 */
import type { FastifyRequest } from 'fastify';
import type { ErrorCode } from '#contract/errors.ts';
import { shortNetwork } from '#server/identity/devices.ts';

const windowMs = 60_000;
/** Callers that are told apart. Under more of them at a time, each code is told once for all others. */
const mostCallers = 1000;

export const repeatable: ReadonlySet<ErrorCode> = new Set([
  'request_validation_error', 'read_only_property', 'required_property', 'wrong_mime_type', 'max_size_exceeded', 'limit_exceeded', 'verification_failed',
  'too_many_requests', 'rate_limit_exceeded',
]);

export interface RefusalLog {
  told(code: ErrorCode, request: FastifyRequest): void;
}

export function createRefusalLog(): RefusalLog {
  const repeats = new Map<string, number>();

  function keyOf(code: ErrorCode, caller: string): string {
    const key = `${code} ${caller}`;
    return repeats.has(key) || repeats.size < mostCallers ? key : code;
  }

  return {
    told: (code, { log, ip, method, routeOptions, actor }) => {
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
