import type { ListOrder } from '#contract/entities/list-query.ts';
import { listOrders, wholeList } from '#contract/entities/list-query.ts';

/** The query of a list, stored in the URL: filter, search, sort, order (document 1 §2). */
export interface ListQuery<Filter extends string, Sort extends string> {
  filter: Filter;
  search: string;
  sort: Sort;
  order: ListOrder;
}

export interface ListShape<Filter extends string, Sort extends string> {
  filters: readonly Filter[];
  sorts: readonly Sort[];
}

const oneOf = <T extends string>(known: readonly T[], value: string | null, standard: T): T =>
  known.find((each) => each === value) ?? standard;

/** Parses the query; unknown values count as missing. */
export const readListQuery = <Filter extends string, Sort extends string>(
  parameters: URLSearchParams,
  { filters, sorts }: ListShape<Filter | 'all', Sort | 'created_at'>,
): ListQuery<Filter | 'all', Sort | 'created_at'> => ({
  filter: oneOf(filters, parameters.get('filter'), wholeList.filter),
  search: parameters.get('search') ?? wholeList.search,
  sort: oneOf(sorts, parameters.get('sort'), wholeList.sort),
  order: oneOf(listOrders, parameters.get('order'), wholeList.order),
});

const standards: Record<string, string> = wholeList;

/** Returns the parameters with changes; defaults are omitted. */
export const writeListQuery = (parameters: URLSearchParams, changes: Partial<ListQuery<string, string>>): URLSearchParams => {
  const next = new URLSearchParams(parameters);
  for (const [name, value] of Object.entries(changes)) {
    if (value === standards[name]) next.delete(name);
    else next.set(name, value);
  }
  return next;
};

/** Whether the query needs more than the first page: filters, searches and other orders cover the whole list. */
export const needsAll = ({ filter, search, sort, order }: ListQuery<string, string>): boolean =>
  filter !== wholeList.filter || search !== wholeList.search || sort !== wholeList.sort || order !== wholeList.order;

/** Whether any text contains the search, ignoring case. */
export const holds = (texts: readonly (string | null | undefined)[], search: string): boolean => {
  const wanted = search.trim().toLocaleLowerCase();
  return wanted === '' || texts.some((text) => text?.toLocaleLowerCase().includes(wanted));
};

interface Sortable {
  createdAt: string;
  updatedAt: string;
}

/** Sorts stably; missing dates come last. */
export const sortList = <T extends Sortable>(
  list: readonly T[],
  { sort, order }: Pick<ListQuery<string, string>, 'sort' | 'order'>,
  nameOf: (item: T) => string,
  language: string,
): T[] => {
  const collator = new Intl.Collator(language, { numeric: true, sensitivity: 'base' });
  const sign = order === 'descent' ? -1 : 1;
  const byDate = (a: string | undefined, b: string | undefined): number => {
    if (!a || !b) return a ? -1 : b ? 1 : 0;
    return a < b ? -sign : a > b ? sign : 0;
  };
  if (sort === 'name') return list.toSorted((a, b) => sign * collator.compare(nameOf(a), nameOf(b)));
  if (sort === 'updated_at') return list.toSorted((a, b) => byDate(a.updatedAt, b.updatedAt));
  return list.toSorted((a, b) => byDate(a.createdAt, b.createdAt));
};
