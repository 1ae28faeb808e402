import type { EntityAdapter, EntityState } from '@reduxjs/toolkit';

/** Paging state of a server list. */
export interface ListState<Counters> {
  counters: Counters;
  initiallyFetched: boolean;
  allFetched: boolean;
  lastKey: string | null;
  /** Creation time of the last entry of the last page, where the next page starts. */
  reached: string | null;
}

interface Listed {
  id: string;
  createdAt: string;
}

/** One or more pages of a list, as the slice receives them. */
export interface ListPage<Item, Counters> {
  items: Item[];
  counters: Counters;
  lastKey: string | null;
  /** Whether this is the first page, which replaces the list; entries gone from the server are removed. */
  first: boolean;
  /** Creation time of the last entry before the page; null at the start of the list. */
  after: string | null;
}

type ListEntityState<Item, Counters> = EntityState<Item, string> & ListState<Counters>;

const nothingReached = { allFetched: false, lastKey: null, reached: null };

/** Initial state, before the first fetch. */
export const unfetched = <Counters>(counters: Counters): ListState<Counters> => ({ counters, initiallyFetched: false, ...nothingReached });

/** Merges a page into the list. */
export function receivePage<Item extends Listed, Counters>(adapter: EntityAdapter<Item, string>, state: ListEntityState<Item, Counters>, page: ListPage<Item, Counters>): void {
  const reached = reachedBy(state, page);
  adapter.removeMany(state, goneFrom(Object.values(state.entities), page.items, page.after, page.lastKey === null));
  adapter.upsertMany(state, page.items);
  Object.assign(state, reached);
  state.counters = page.counters;
  state.initiallyFetched = true;
}

/** Removes an entry and decrements the counter. */
export function removeEntry<Item>(adapter: EntityAdapter<Item, string>, state: ListEntityState<Item, { all: number }>, id: string): void {
  if (!state.entities[id]) return;
  adapter.removeOne(state, id);
  state.counters.all = Math.max(0, state.counters.all - 1);
}

/** Restores the cached list, unless the server has already answered. */
export function restored<State extends ListState<unknown>>(state: State, kept: State): State {
  return state.initiallyFetched ? state : { ...kept, ...nothingReached };
}

/**
 * Returns the ids of deleted entries: known ones within the page's range that the page does not contain. Lists are
 * sorted from newest to oldest. Entries created at the same instant as either edge may be on the neighbouring page, so
 * they stay.
 */
export function goneFrom(known: readonly Listed[], page: readonly Listed[], after: string | null, isLast: boolean): string[] {
  const there = new Set(page.map(({ id }) => id));
  const end = page.at(-1)?.createdAt;
  const inPart = ({ createdAt }: Listed): boolean => (after === null || createdAt < after) && (isLast || (end !== undefined && createdAt > end));
  return known.filter((each) => inPart(each) && !there.has(each.id)).map(({ id }) => id);
}

/** Fetches all pages of a list, in batches large enough to be worth a render. */
export async function fetchPages<Item extends Listed, Page extends { lastKey: string | null }>(options: {
  from: string | null;
  /** Creation time of the last entry before these pages. */
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
 * Returns the paging state after a page. A reloaded first page resets it only if there may be a gap between the page and
 * the known entries; otherwise the rest is still valid.
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
