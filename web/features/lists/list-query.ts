import type { ListQuery, ListSort } from '#contract/entities/list-query.ts';
import { objectId } from '#contract/entities/common.ts';
import { listOrders, listSorts, wholeList } from '#contract/entities/list-query.ts';
import { lengths } from '#contract/limits/lengths.ts';

const idOf = (text: string | null): string => (text !== null && objectId.safeParse(text).success ? text : '');
const oneOf = <T extends string>(known: readonly T[], value: string | null, standard: T): T =>
  known.find((each) => each === value) ?? standard;

/** Parses the query of a list in the URL; unknown values count as missing (document 1 §2). */
export const readListQuery = <Filter extends string>(parameters: URLSearchParams, filters: readonly (Filter | 'all')[]): ListQuery<Filter | 'all'> => ({
  filter: oneOf(filters, parameters.get('filter'), wholeList.filter),
  search: (parameters.get('search') ?? wholeList.search).slice(0, lengths.title),
  sort: oneOf<ListSort>(listSorts, parameters.get('sort'), wholeList.sort),
  order: oneOf(listOrders, parameters.get('order'), wholeList.order),
  folder: idOf(parameters.get('folder')),
  tag: idOf(parameters.get('tag')),
});

const standards: Record<string, string> = wholeList;

/** Returns the parameters with changes; defaults are omitted. */
export const writeListQuery = (parameters: URLSearchParams, changes: Partial<ListQuery>): URLSearchParams => {
  const next = new URLSearchParams(parameters);
  for (const [name, value] of Object.entries(changes)) {
    if (value === standards[name]) next.delete(name);
    else next.set(name, value);
  }
  return next;
};
