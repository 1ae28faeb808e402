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

async function* mappedBatches<From, To>(items: readonly From[], map: (item: From, index: number) => To): AsyncGenerator<To[]> {
  let batch: To[] = [];
  let began = performance.now();
  for (const [index, item] of items.entries()) {
    if (batch.length === part || (batch.length > 0 && performance.now() - began > partMs)) {
      yield batch;
      await yieldToEventLoop();
      batch = [];
      began = performance.now();
    }
    batch.push(map(item, index));
  }
  yield batch;
}

/** `Array.prototype.map` in batches. */
export async function mapInBatches<From, To>(items: readonly From[], map: (item: From, index: number) => To): Promise<To[]> {
  const results: To[] = [];
  for await (const batch of mappedBatches(items, map)) results.push(...batch);
  return results;
}

/** The parts of `JSON.stringify` for an array, each made in its own turn. */
export async function* arrayToJsonParts(items: readonly unknown[]): AsyncGenerator<string> {
  let separator = '[';
  for await (const texts of mappedBatches(items, (item) => JSON.stringify(item) ?? 'null')) {
    yield separator + texts.join(',');
    separator = ',';
  }
  yield ']';
}

/** `JSON.stringify` for arrays, in batches. */
export async function arrayToJson(items: readonly object[]): Promise<string> {
  const parts: string[] = [];
  for await (const text of arrayToJsonParts(items)) parts.push(text);
  return parts.join('');
}
