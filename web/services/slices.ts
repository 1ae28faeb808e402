/** Milliseconds of work before control returns to the browser. */
const SLICE = 8;

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/**
 * Works through many items without holding up the page: after each slice of time the browser may answer a press or
 * draw a frame. `undefined` when the signal ended it.
 */
export async function mapInSlices<Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Result,
  signal?: AbortSignal,
): Promise<Result[] | undefined> {
  const results: Result[] = [];
  let until = performance.now() + SLICE;
  for (const [index, item] of items.entries()) {
    if (performance.now() >= until) {
      await turn();
      if (signal?.aborted) return undefined;
      until = performance.now() + SLICE;
    }
    results.push(map(item, index));
  }
  return results;
}
