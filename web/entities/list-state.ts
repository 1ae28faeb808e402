/** How far a list of the server is known here. */
export interface ListState<Counters> {
  counters: Counters;
  initiallyFetched: boolean;
  allFetched: boolean;
  lastKey: string | null;
  /** When the last entry of the last page was made: the next page begins there. */
  reached: string | null;
}

interface Listed {
  id: string;
  createdAt: string;
}

/**
 * The entries that a page shows to be gone: known ones from its part of the list that it does not name. Lists go from
 * the newest to the oldest; entries made in the moment at either edge may stand on the page beside and stay.
 */
export function goneFrom(known: readonly Listed[], page: readonly Listed[], after: string | null, isLast: boolean): string[] {
  const there = new Set(page.map(({ id }) => id));
  const end = page.at(-1)?.createdAt;
  const inPart = ({ createdAt }: Listed): boolean => (after === null || createdAt < after) && (isLast || (end !== undefined && createdAt > end));
  return known.filter((each) => inPart(each) && !there.has(each.id)).map(({ id }) => id);
}

/** Pages of a list that is wanted whole, in portions that are worth drawing anew for. */
export async function fetchPages<Item, Page extends { lastKey: string | null }>(options: {
  from: string | null;
  all: boolean;
  fetch: (exclusiveFrom: string | null) => Promise<Page>;
  itemsOf: (page: Page) => readonly Item[];
  receive: (items: Item[], page: Page) => void;
}): Promise<void> {
  let from = options.from;
  let held: Item[] = [];
  for (;;) {
    const page = await options.fetch(from);
    held.push(...options.itemsOf(page));
    from = page.lastKey;
    const isOver = from === null || !options.all;
    if (isOver || held.length >= PORTION) {
      options.receive(held, page);
      held = [];
    }
    if (isOver) return;
  }
}

const PORTION = 500;
