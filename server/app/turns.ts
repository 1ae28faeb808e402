/**
 * Long work in the event loop is done in parts, each in a turn of its own: between two of them, whoever they belong to, the loop
 * answers everybody else.
 */
const waiting: (() => void)[] = [];
/** A part ends after so many elements, or so many milliseconds. */
const part = 100;
const partMs = 5;

/** Resolves in a later turn of the event loop, which it shares with nobody else who waits. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => {
  if (waiting.push(resolve) === 1) setImmediate(release);
});

function release(): void {
  const [next] = waiting.splice(0, 1);
  // Whoever waits during an immediate comes to the next turn, after the sockets were looked at.
  if (waiting.length > 0) setImmediate(release);
  next?.();
}

/** `map`, in parts. */
export async function mapInTurns<From, To>(items: readonly From[], map: (item: From, index: number) => To): Promise<To[]> {
  const results: To[] = [];
  let began = performance.now();
  for (const [index, item] of items.entries()) {
    if (index > 0 && (index % part === 0 || performance.now() - began > partMs)) {
      await nextTurn();
      began = performance.now();
    }
    results.push(map(item, index));
  }
  return results;
}

/** `JSON.stringify`, in parts. */
export const arrayToJson = async (items: readonly object[]): Promise<string> => `[${(await mapInTurns(items, (item) => JSON.stringify(item))).join(',')}]`;
