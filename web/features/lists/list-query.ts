import type { ListQuery, ListSort } from '#contract/entities/list-query.ts';
import { objectId } from '#contract/entities/common.ts';
import { listOrders, listSorts, wholeList } from '#contract/entities/list-query.ts';
import { lengths } from '#contract/limits/lengths.ts';
import { daysOf, periodOf } from './list-period.ts';

const idOf = (text: string | null): string => (text !== null && objectId.safeParse(text).success ? text : '');
const textOf = (text: string | null): string => (text ?? '').slice(0, lengths.title);
const oneOf = <T extends string>(known: readonly T[], value: string | null, standard: T): T =>
  known.find((each) => each === value) ?? standard;

/** Parses the query of a list in the URL; unknown values count as missing (document 1 §2). */
export const readListQuery = <Filter extends string>(parameters: URLSearchParams, filters: readonly (Filter | 'all')[]): ListQuery<Filter | 'all'> => ({
  filter: oneOf(filters, parameters.get('filter'), wholeList.filter),
  search: textOf(parameters.get('search')),
  sort: oneOf<ListSort>(listSorts, parameters.get('sort'), wholeList.sort),
  order: oneOf(listOrders, parameters.get('order'), wholeList.order),
  folder: idOf(parameters.get('folder')),
  tag: idOf(parameters.get('tag')),
  person: textOf(parameters.get('person')),
  ...periodOf({ from: parameters.get('from') ?? '', until: parameters.get('until') ?? '' }),
});

const standards: Record<string, string> = wholeList;

/** The URL names the days of a period, not its times. */
const namedInAddress = ({ createdFrom, createdBefore, ...changes }: Partial<ListQuery>): Record<string, string> => {
  const { from, until } = daysOf({ createdFrom: createdFrom ?? '', createdBefore: createdBefore ?? '' });
  return { ...changes, ...(createdFrom === undefined ? {} : { from }), ...(createdBefore === undefined ? {} : { until }) };
};

/** Returns the parameters with changes; defaults are omitted. */
export const writeListQuery = (parameters: URLSearchParams, changes: Partial<ListQuery>): URLSearchParams => {
  const next = new URLSearchParams(parameters);
  for (const [name, value] of Object.entries(namedInAddress(changes))) {
    if (value === (standards[name] ?? '')) next.delete(name);
    else next.set(name, value);
  }
  return next;
};
