import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds before the sender is told. */
const patience = 10_000;

/**
 * Runs `tell` once if the work is still running after `after` milliseconds, and returns the result of the work
 * after `tell` has finished. A failure of `tell` is ignored.
 */
export async function tellingWhenSlow<Result>(work: Promise<Result>, tell: () => Promise<void>, after = patience): Promise<Result> {
  const ended = new AbortController();
  const told = sleep(after, undefined, { signal: ended.signal }).then(tell).catch(() => undefined);
  try {
    return await work;
  } finally {
    ended.abort();
    await told;
  }
}
