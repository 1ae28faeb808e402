import { setTimeout as sleep } from 'node:timers/promises';

/** Whether something failed because the database can't be used now: it will be tried again, and nobody who asked is at fault. */

/**
 * A database that is stopping, starting, full or not there (SQLSTATE classes 08, 53 and 57, and whatever ends a connection), as PostgreSQL or
 * the network says it. Where containers are named by a service, the name goes with the one that stopped.
 */
const awayCodes = /^(08...|53...|57P0[1-5]|ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN)$/;
const awayTexts = ['timeout exceeded when trying to connect', 'Connection terminated', 'Client has encountered a connection error'];

export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // A name with several addresses, `localhost` among them: each was tried.
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isDatabaseAway);
  const code = 'code' in error ? String(error.code) : '';
  if ('severity' in error && (error.severity === 'FATAL' || error.severity === 'PANIC')) return true;
  return ('severity' in error || 'syscall' in error ? awayCodes.test(code) : false) || awayTexts.some((text) => error.message.startsWith(text));
}

const longestWait = 60_000;
const pause = 500;

/** For what has happened already and only has to be written down: waits for a database that is away, so that it does not happen twice. */
export async function whenBack<Result>(write: () => Promise<Result>): Promise<Result> {
  const deadline = Date.now() + longestWait;
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!isDatabaseAway(error) || Date.now() > deadline) throw error;
      await sleep(pause);
    }
  }
}
