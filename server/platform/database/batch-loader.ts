/**
 * Batches concurrent look-ups into one query. Results aren't cached: each caller gets data that was read after its
 * call, so that revocations and changes take effect at once.
 */

/** More than one, so that a hanging query doesn't block later callers. */
const maxInFlight = 2;

interface Question<Value> {
  readonly keys: Set<string>;
  readonly answers: Promise<ReadonlyMap<string, Value>>;
}

export function createBatchLoader<Value>(read: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>): (key: string) => Promise<Value | undefined> {
  let next: Question<Value> | undefined;
  let inFlight = 0;
  let onEnd = (): void => undefined;

  async function ask(keys: ReadonlySet<string>): Promise<ReadonlyMap<string, Value>> {
    // Waits for further callers in the same turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    if (inFlight === maxInFlight) await new Promise<void>((resolve) => { onEnd = resolve; });
    next = undefined;
    inFlight += 1;
    try {
      return await read([...keys]);
    } finally {
      inFlight -= 1;
      onEnd();
    }
  }

  const gather = (): Question<Value> => {
    const keys = new Set<string>();
    return { keys, answers: ask(keys) };
  };

  return async (key) => {
    next ??= gather();
    next.keys.add(key);
    return (await next.answers).get(key);
  };
}
