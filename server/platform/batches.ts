/**
 * Splits long CPU work into batches, each in its own turn of the event loop. Between two batches, whoever they
 * belong to, the loop handles other requests.
 */
const waiting: (() => void)[] = [];
/** A batch ends after this many elements or this many milliseconds. */
const part = 100;
const partMs = 5;

/** Resolves in a later turn of the event loop, one waiter per turn. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => {
  if (waiting.push(resolve) === 1) setImmediate(release);
});

function release(): void {
  const [next] = waiting.splice(0, 1);
  // `setImmediate` inside an immediate runs in the next iteration, after the loop has polled the sockets.
  if (waiting.length > 0) setImmediate(release);
  next?.();
}

/** `Array.prototype.map` in batches. */
export async function mapInBatches<From, To>(items: readonly From[], map: (item: From, index: number) => To): Promise<To[]> {
  const results: To[] = [];
  let began = performance.now();
  for (const [index, item] of items.entries()) {
    if (index > 0 && (index % part === 0 || performance.now() - began > partMs)) {
      await yieldToEventLoop();
      began = performance.now();
    }
    results.push(map(item, index));
  }
  return results;
}

/** `JSON.stringify` for arrays, in batches. */
export const arrayToJson = async (items: readonly object[]): Promise<string> => `[${(await mapInBatches(items, (item) => JSON.stringify(item))).join(',')}]`;
