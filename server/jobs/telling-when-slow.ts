import { setTimeout as sleep } from 'node:timers/promises';

/** How long somebody may believe that it goes well. */
const patience = 10_000;

/**
 * Work of which it is told once, and while it lasts, that it takes long. What becomes of it is given when that was told. That it
 * can't be told changes nothing about the work.
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
