import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds before the sender is notified. */
const slowAfterMs = 10_000;

/**
 * Runs `notify` once if the work is still running after `after` milliseconds, and returns the result of the work
 * after `notify` has finished. A failure of `notify` is ignored.
 */
export async function notifyIfSlow<Result>(work: Promise<Result>, notify: () => Promise<void>, after = slowAfterMs): Promise<Result> {
  const ended = new AbortController();
  const notified = sleep(after, undefined, { signal: ended.signal }).then(notify).catch(() => undefined);
  try {
    return await work;
  } finally {
    ended.abort();
    await notified;
  }
}
