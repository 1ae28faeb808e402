/** The order of a list and where a page begins. In the statements the listed table is `t`; subqueries call the sort key `sort_key`. */
import { sql, type RawBuilder } from 'kysely';
import type { ListOrder, ListQuery, ListSort } from '#contract/entities/list-query.ts';
import { counts } from '#contract/limits/counts.ts';

/** The last row of the previous page. It holds the sort key, so that the row may change or vanish between two pages. */
export interface Cursor {
  id: string;
  /** Microseconds since 1970, or a title. */
  key: string;
}

export interface Ordering {
  sort: ListSort;
  order: ListOrder;
  after: Cursor | undefined;
  limit: number;
}

/** A row of a page. `key` is text, as in a cursor. */
export type ListedRow = Cursor;

/** One row more than a page shows whether there is a next one. */
export const pageAndOne = counts.listPage + 1;

/** The labels that a query asks for. */
export const labelsOf = ({ folder, tag }: Pick<ListQuery, 'folder' | 'tag'>): string[] => [folder, tag].filter((id) => id !== '');

type NameColumn = 'name' | 'title';
export const keyOf = ({ sort }: Pick<Ordering, 'sort'>, name: NameColumn): RawBuilder<unknown> =>
  sort === 'name' ? sql`t.${sql.ref(name)} collate list_names` : sql`t.${sql.ref(sort)}`;
const direction = ({ order }: Ordering) => (order === 'descent' ? sql`desc` : sql`asc`);
const limit = (ordering: Ordering) => sql`limit ${sql.lit(ordering.limit)}`;

export const inOrder = (ordering: Ordering, name: NameColumn): RawBuilder<unknown> =>
  sql`order by ${keyOf(ordering, name)} ${direction(ordering)}, t.id ${direction(ordering)} ${limit(ordering)}`;
/** Of the columns `id` and `sort_key` that the subqueries return. */
export const pageOrder = (ordering: Ordering): RawBuilder<unknown> => sql`order by sort_key ${direction(ordering)}, id ${direction(ordering)} ${limit(ordering)}`;
/** The columns of a page: `ListedRow`. Its `key` is text and has another order than `sort_key`. */
export const pageColumns = ({ sort }: Ordering): RawBuilder<unknown> =>
  sort === 'name' ? sql`id, sort_key::text as key` : sql`id, (extract(epoch from sort_key) * 1000000)::bigint::text as key`;

export function afterIn(ordering: Ordering, name: NameColumn): RawBuilder<boolean> {
  const { after, sort, order } = ordering;
  if (after === undefined) return sql<boolean>`true`;
  const key = sort === 'name' ? sql`${after.key}::text` : sql`'epoch'::timestamptz + ${after.key}::bigint * interval '1 microsecond'`;
  return sql<boolean>`(${keyOf(ordering, name)}, t.id) ${order === 'descent' ? sql`<` : sql`>`} (${key}, ${after.id})`;
}
