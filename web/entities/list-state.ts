import type { EntityAdapter, EntityState } from '@reduxjs/toolkit';

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

/** One or more pages of a list, for the slice that keeps it. */
export interface ListPage<Item, Counters> {
  items: Item[];
  counters: Counters;
  lastKey: string | null;
  /** The first page replaces what was shown; what is gone from the server goes. */
  first: boolean;
  /** When the last entry before the page was made; null where the list begins with it. */
  after: string | null;
}

type ListEntityState<Item, Counters> = EntityState<Item, string> & ListState<Counters>;

const nothingReached = { allFetched: false, lastKey: null, reached: null };

/** A list of which nothing was fetched yet. */
export const unfetched = <Counters>(counters: Counters): ListState<Counters> => ({ counters, initiallyFetched: false, ...nothingReached });

/** Takes a page into the list. */
export function receivePage<Item extends Listed, Counters>(adapter: EntityAdapter<Item, string>, state: ListEntityState<Item, Counters>, page: ListPage<Item, Counters>): void {
  const reached = reachedBy(state, page);
  adapter.removeMany(state, goneFrom(Object.values(state.entities), page.items, page.after, page.lastKey === null));
  adapter.upsertMany(state, page.items);
  Object.assign(state, reached);
  state.counters = page.counters;
  state.initiallyFetched = true;
}

/** Takes an entry out of the list and of what is counted. */
export function removeEntry<Item>(adapter: EntityAdapter<Item, string>, state: ListEntityState<Item, { all: number }>, id: string): void {
  if (!state.entities[id]) return;
  adapter.removeOne(state, id);
  state.counters.all = Math.max(0, state.counters.all - 1);
}

/** What the browser kept from last time, until the server answers. */
export function restored<State extends ListState<unknown>>(state: State, kept: State): State {
  return state.initiallyFetched ? state : { ...kept, ...nothingReached };
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
export async function fetchPages<Item extends Listed, Page extends { lastKey: string | null }>(options: {
  from: string | null;
  /** When the last entry before these pages was made. */
  after: string | null;
  all: boolean;
  fetch: (exclusiveFrom: string | null) => Promise<Page>;
  itemsOf: (page: Page) => readonly Item[];
  receive: (items: Item[], page: Page, after: string | null) => void;
}): Promise<void> {
  let { from, after } = options;
  let held: Item[] = [];
  for (;;) {
    const page = await options.fetch(from);
    held.push(...options.itemsOf(page));
    from = page.lastKey;
    const isOver = from === null || !options.all;
    if (isOver || held.length >= PORTION) {
      options.receive(held, page, after);
      after = held.at(-1)?.createdAt ?? after;
      held = [];
    }
    if (isOver) return;
  }
}

const PORTION = 500;

/**
 * How far the list is known after a page. A first page that is fetched anew begins the list again only where something
 * may lie between it and what is known: otherwise the rest is still there.
 */
export function reachedBy(
  state: Pick<ListState<unknown>, 'allFetched' | 'lastKey' | 'reached'> & { entities: Record<string, unknown> },
  page: { items: readonly Listed[]; lastKey: string | null; first: boolean },
): Pick<ListState<unknown>, 'allFetched' | 'lastKey' | 'reached'> {
  const last = page.items.at(-1);
  if (page.first && page.lastKey !== null && state.reached !== null && last && state.entities[last.id]) {
    return { allFetched: state.allFetched, lastKey: state.lastKey, reached: state.reached };
  }
  return { allFetched: page.lastKey === null, lastKey: page.lastKey, reached: last?.createdAt ?? state.reached };
}
