/** When the rows of a list were created. */
import { sql, type RawBuilder } from 'kysely';
import type { ListQuery } from '#contract/entities/list-query.ts';

/** Times in ISO 8601; empty: any. `before` is not included. */
export interface Period {
  from: string;
  before: string;
}

const anyTime: Period = { from: '', before: '' };
export const isPeriod = ({ from, before }: Period): boolean => from + before !== '';

/** Of the rows `t`. */
export function createdIn({ from, before }: Period): RawBuilder<boolean> {
  const begin = from === '' ? sql`true` : sql`t.created_at >= ${from}::timestamptz`;
  const end = before === '' ? sql`true` : sql`t.created_at < ${before}::timestamptz`;
  return sql<boolean>`${begin} and ${end}`;
}

/**
 * The period of a query: `ordered`, where the order of the list is that of the index, which then begins and ends where the period does;
 * `sought`, where rows are looked for.
 */
export function periodsOf({ sort, createdFrom: from, createdBefore: before }: Pick<ListQuery, 'sort' | 'createdFrom' | 'createdBefore'>): { ordered: Period; sought: Period } {
  return sort === 'created_at' ? { ordered: { from, before }, sought: anyTime } : { ordered: anyTime, sought: { from, before } };
}
