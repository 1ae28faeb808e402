/**
 * One query for what several requests want to know at the same moment. Nothing is remembered: whoever asks is answered with what
 * was read after they asked, so that what was revoked or changed before is so for them.
 */

/** More than one, so that a query that hangs does not hold up everybody who comes after it. */
const mostUnderWay = 2;

interface Question<Value> {
  readonly keys: Set<string>;
  readonly answers: Promise<ReadonlyMap<string, Value>>;
}

export function askedTogether<Value>(read: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>): (key: string) => Promise<Value | undefined> {
  let next: Question<Value> | undefined;
  let underWay = 0;
  let onEnd = (): void => undefined;

  async function ask(keys: ReadonlySet<string>): Promise<ReadonlyMap<string, Value>> {
    // Whoever comes in the same turn of the event loop is asked for, too.
    await new Promise((resolve) => setImmediate(resolve));
    if (underWay === mostUnderWay) await new Promise<void>((resolve) => { onEnd = resolve; });
    next = undefined;
    underWay += 1;
    try {
      return await read([...keys]);
    } finally {
      underWay -= 1;
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
