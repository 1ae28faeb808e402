/** Lists of the server by query: the pages that were loaded, and what has changed since. */
import type { EntityAdapter, EntityState } from '@reduxjs/toolkit';
import type { ListQuery } from '#contract/entities/list-query.ts';
import { wholeList } from '#contract/entities/list-query.ts';
import { counts } from '#contract/limits/counts.ts';
import type { Listed, ListRules, ListViewer } from './list-rules.ts';
import { belongsToList, compareListed, keyOfQuery } from './list-rules.ts';
import { matchesSearch } from './matches-search.ts';

/** The loaded pages of one query. */
export interface LoadedList {
  query: ListQuery;
  /** In the order of the list. */
  ids: string[];
  /** Where the next page starts; null at the end, or if the server has not answered yet. */
  lastKey: string | null;
  allFetched: boolean;
  /** Whether the server has not answered yet: from the browser's cache, or derived from the whole list. */
  isProvisional: boolean;
}

export interface ListState<Counters> {
  viewer: ListViewer;
  /** By filter, over the whole list. */
  counters: Counters;
  initiallyFetched: boolean;
  /** The query on the screen. */
  shown: ListQuery | null;
  /** By `keyOfQuery`, the latest at the end. */
  lists: Record<string, LoadedList>;
}

/** A page, as the slice receives it. */
export interface ListPage<Item, Counters> {
  items: Item[];
  counters: Counters;
  query: ListQuery;
  /** The `lastKey` of the page before; null for the first page. */
  after: string | null;
  lastKey: string | null;
}

export interface FiledEntry {
  id: string;
  archived?: boolean;
  folderId?: string | null;
  tagIds?: string[];
}

type ListEntityState<Item, Counters> = EntityState<Item, string> & ListState<Counters>;

/** Lists kept besides the whole one: a person goes back and forth between a few filters. */
const MAX_LISTS = 8;
const wholeKey = keyOfQuery(wholeList);

/** Initial state, before the first fetch. */
export const unfetched = <Counters>(counters: Counters): ListState<Counters> => ({
  viewer: { userId: null, orgId: null, contact: null }, counters, initiallyFetched: false, shown: null, lists: {},
});

/** Notes the query on the screen. If the whole list is loaded, its entries that belong to the query's are shown until the server answers. */
export function openList<Item extends Listed, Counters>(state: ListEntityState<Item, Counters>, query: ListQuery | null, rules: ListRules<Item>): void {
  state.shown = query;
  if (!query) return;
  const key = keyOfQuery(query);
  const known = state.lists[key] ?? derivedList(state, query, rules);
  const others = Object.entries(state.lists).filter(([each]) => each !== key);
  const older = others.filter(([each]) => each !== wholeKey);
  for (const [each] of older.slice(0, Math.max(0, older.length - MAX_LISTS))) delete state.lists[each];
  if (!known) return;
  delete state.lists[key];
  state.lists[key] = known;
}

function derivedList<Item extends Listed, Counters>(state: ListEntityState<Item, Counters>, query: ListQuery, rules: ListRules<Item>): LoadedList | undefined {
  const whole = state.lists[wholeKey];
  // The whole list does not hold the archive.
  if (!whole?.allFetched || query.filter === 'archived') return undefined;
  const items = whole.ids.flatMap((id) => state.entities[id] ?? []).filter((item) => belongsToList(rules, item, query, state.viewer));
  const ids = items.toSorted((a, b) => compareListed(rules, query, a, b)).map(({ id }) => id);
  return { query, ids, lastKey: null, allFetched: true, isProvisional: true };
}

/** Adds a page to the list of its query, unless the list was reloaded meanwhile: the page belongs to another continuation then. */
export function receivePage<Item extends Listed, Counters>(adapter: EntityAdapter<Item, string>, state: ListEntityState<Item, Counters>, page: ListPage<Item, Counters>): void {
  const { items, query, after, lastKey } = page;
  const key = keyOfQuery(query);
  const known = state.lists[key];
  if (after !== null && known?.lastKey !== after) return;
  adapter.upsertMany(state, items);
  state.counters = page.counters;
  state.initiallyFetched = true;
  const ids = items.map(({ id }) => id);
  if (after === null) state.lists[key] = { query, isProvisional: false, ...withFirstPage(known, ids, lastKey) };
  else if (known) Object.assign(known, { ids: [...new Set([...known.ids, ...ids])], lastKey, allFetched: lastKey === null });
}

/** A reloaded first page keeps the pages after it, unless entries may be missing between. */
function withFirstPage(known: LoadedList | undefined, page: readonly string[], lastKey: string | null): Pick<LoadedList, 'ids' | 'lastKey' | 'allFetched'> {
  const end = known && !known.isProvisional && lastKey !== null ? known.ids.indexOf(page.at(-1) ?? '') : -1;
  if (!known || end < 0) return { ids: [...page], lastKey, allFetched: lastKey === null };
  return { ids: [...new Set([...page, ...known.ids.slice(end + 1)])], lastKey: known.lastKey, allFetched: known.allFetched };
}

/** Whether the server found an entry by what only the server searches, such as the name of a file's owner. */
const isFoundByServer = <Item extends Listed>(rules: ListRules<Item>, list: LoadedList, before: Item | undefined): boolean =>
  before !== undefined && list.ids.includes(before.id) && !matchesSearch(rules.textsOf(before), list.query.search, rules.termsOf);

/**
 * Stores an entry that was created or changed: it leaves the lists to which it no longer belongs, and takes its place in others.
 * Answers that do not say whether it is archived, or where it is filed, leave that as it was.
 */
export function placeEntry<Item extends Listed, Counters>(adapter: EntityAdapter<Item, string>, state: ListEntityState<Item, Counters>, received: Item, rules: ListRules<Item>): void {
  const before = state.entities[received.id] as Item | undefined;
  const { archived = before?.archived, folderId = before?.folderId, tagIds = before?.tagIds } = received;
  const item: Item = { ...received, archived, folderId, tagIds };
  adapter.setOne(state, item);
  for (const list of Object.values(state.lists)) {
    const hasMoved = !before || compareListed(rules, list.query, before, item) !== 0;
    // Only the server knows whether its search still finds what it alone had found. The entry stays until it answers again.
    const query = isFoundByServer(rules, list, before) ? { ...list.query, search: '' } : list.query;
    const belongs = belongsToList(rules, item, query, state.viewer);
    if (belongs && !hasMoved && list.ids.includes(item.id)) continue;
    const ids = list.ids.filter((id) => id !== item.id);
    if (belongs) insertInto(ids, list, (id) => compareListed(rules, list.query, item, state.entities[id] as Item) < 0, item.id);
    list.ids = ids;
  }
}

/** Changes where entries are filed: in the archive, in folders, under tags. */
export function fileEntries<Item extends Listed, Counters>(adapter: EntityAdapter<Item, string>, state: ListEntityState<Item, Counters>, changes: readonly FiledEntry[], rules: ListRules<Item>): void {
  for (const { id, ...filed } of changes) {
    const known = state.entities[id] as Item | undefined;
    if (known) placeEntry(adapter, state, { ...known, ...filed }, rules);
  }
}

/** Beyond the loaded pages there is no place: the entry comes with its page. */
function insertInto(ids: string[], { allFetched }: LoadedList, isBefore: (id: string) => boolean, id: string): void {
  const place = ids.findIndex(isBefore);
  if (place >= 0) ids.splice(place, 0, id);
  else if (allFetched) ids.push(id);
}

/** Removes an entry and decrements the counter, if the list is counted. */
export function removeEntry<Item extends Listed>(adapter: EntityAdapter<Item, string>, state: ListEntityState<Item, { all?: number }>, id: string): void {
  if (!state.entities[id]) return;
  adapter.removeOne(state, id);
  for (const list of Object.values(state.lists)) list.ids = list.ids.filter((each) => each !== id);
  if (state.counters.all !== undefined) state.counters.all = Math.max(0, state.counters.all - 1);
}

/** The part of a state that the browser stores: the first page of the whole list. */
export function storedPart<Item extends Listed, State extends ListEntityState<Item, unknown>>(state: State): State {
  const whole = state.lists[wholeKey];
  const ids = whole?.ids.slice(0, counts.listPage) ?? [];
  const list = whole && { ...whole, ids, lastKey: null, allFetched: whole.allFetched && ids.length === whole.ids.length };
  const entities = Object.fromEntries(ids.map((id) => [id, state.entities[id]]));
  return { ...state, shown: null, ids, entities, lists: list ? { [wholeKey]: list } : {} };
}

/** Restores what the browser stored, unless the server has already answered. */
export function restored<State extends ListState<unknown>>(state: State, stored: State): State {
  if (state.initiallyFetched) return state;
  const lists = Object.fromEntries(Object.entries(stored.lists).map(([key, list]) => [key, { ...list, isProvisional: true }]));
  return { ...stored, viewer: state.viewer, shown: state.shown, lists };
}
