import { setTimeout as sleep } from 'node:timers/promises';

/** Recognises errors that mean the database is unavailable: the operation is retried, and the caller isn't at fault. */

/**
 * A database that is stopping, starting, full or unreachable (SQLSTATE classes 08, 53 and 57P, and connection
 * errors), as reported by PostgreSQL or the network. In container setups the host name disappears together with the
 * container.
 */
const unavailableCodes = /^(08...|53...|57P0[1-5]|ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN)$/;
const unavailableTexts = ['timeout exceeded when trying to connect', 'Connection terminated', 'Client has encountered a connection error'];

export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // A host name with several addresses, such as `localhost`: all of them failed.
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isDatabaseUnavailable);
  const code = 'code' in error ? String(error.code) : '';
  if ('severity' in error && (error.severity === 'FATAL' || error.severity === 'PANIC')) return true;
  return ('severity' in error || 'syscall' in error ? unavailableCodes.test(code) : false) || unavailableTexts.some((text) => error.message.startsWith(text));
}

const longestWait = 60_000;
const pause = 500;

/**
 * Records something that has already happened: retries for up to a minute while the database is unavailable, so
 * that the action isn't repeated.
 */
export async function retryWhileUnavailable<Result>(write: () => Promise<Result>): Promise<Result> {
  const deadline = Date.now() + longestWait;
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || Date.now() > deadline) throw error;
      await sleep(pause);
    }
  }
}
