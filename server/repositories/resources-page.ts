/** A page of the files or templates that a person may list and that match a filter and a search, in any order. */
import { sql, type RawBuilder } from 'kysely';
import type { ListQuery, OwnershipFilter } from '#contract/entities/list-query.ts';
import type { Db } from '#server/platform/database/database.ts';
import { isArchived, isArchivedFor } from './archive.repository.ts';
import { afterIn, inOrder, keyOf, labelsOf, pageAndOne, pageColumns, pageOrder, type Cursor, type ListedRow, type Ordering } from './list-order.ts';
import { createdIn, isPeriod, periodsOf, type Period } from './list-period.ts';
import { chooseSearch, foundIds, isSearch, matches, matchesBesides, publicMatches, rowsById, scanWindow, type Search, type SearchedTable } from './list-search.ts';
import { sharedIn, notClosedIn, ownedIn, type Space } from './space.ts';

export interface ListedTable extends SearchedTable {
  kind: 'file' | 'template';
  table: 'files' | 'templates';
  name: 'title' | 'name';
  /** Which rows `t` lists show. Names the condition of the indexes. */
  listed: RawBuilder<boolean>;
}

interface ResourcesPageQuery extends Ordering {
  table: ListedTable;
  space: Space;
  filter: OwnershipFilter;
  period: Period;
  search: Search | null;
}

/** Query of a page. */
export interface ListPlace {
  query: ListQuery<OwnershipFilter>;
  after?: Cursor | undefined;
  /** Texts of which one must be found; none to show all. */
  terms: readonly string[];
}

const tableOf = ({ table }: ResourcesPageQuery) => sql.table(table.table);
const columns = (wanted: ResourcesPageQuery) => sql`t.id, t.owner_id, t.created_at, ${keyOf(wanted, wanted.table.name)} as sort_key`;
const sorted = (wanted: ResourcesPageQuery) => inOrder(wanted, wanted.table.name);
const shown = (wanted: ResourcesPageQuery) => sql<boolean>`${wanted.table.listed} and ${wanted.filter === 'sharedWithMe' ? sql`t.owner_id <> ${wanted.space.userId}` : sql`true`} and ${createdIn(wanted.period)} and ${afterIn(wanted, wanted.table.name)}`;

/** The condition of an index in the order of the list. */
const ownedInOrder = ({ userId, organization }: Space) => organization?.everything === true
  ? sql<boolean>`t.org_id = ${organization.id}` : sql<boolean>`t.owner_id = ${userId} and coalesce(t.org_id, '') = ${organization?.id ?? ''}`;
const inArchive = (wanted: ResourcesPageQuery) => isArchived(wanted.filter === 'archived');
const ownedWindow = (wanted: ResourcesPageQuery, condition: RawBuilder<boolean> = sql`true`) => sql`(
  select ${columns(wanted)} from ${tableOf(wanted)} t where ${ownedInOrder(wanted.space)} and ${inArchive(wanted)} and ${shown(wanted)} and ${condition} ${sorted(wanted)})`;

const ownedById = (ids: RawBuilder<unknown>, wanted: ResourcesPageQuery) => sql`(
  select ${columns(wanted)} from ${rowsById(wanted.table.table, ids)}
  where ${ownedInOrder(wanted.space)} and ${inArchive(wanted)} and ${shown(wanted)} and ${matchesBesides(wanted.table, wanted.search)} ${sorted(wanted)})`;

/** All of a period, found by the index of the time they were created; `offset 0` keeps the planner from the order of the list. */
const ownedOfPeriod = (wanted: ResourcesPageQuery) => sql`(
  select ${columns(wanted)} from (
    select * from ${tableOf(wanted)} t where ${ownedInOrder(wanted.space)} and ${inArchive(wanted)} and ${wanted.table.listed} and ${createdIn(wanted.period)} offset 0) t
  where ${shown(wanted)} ${sorted(wanted)})`;

function owned(wanted: ResourcesPageQuery): RawBuilder<unknown> {
  // In a space of one's own nothing is of others.
  if (wanted.filter === 'sharedWithMe' && wanted.space.organization?.everything !== true) return ownedWindow(wanted, sql`false`);
  const found = foundIds(wanted.table, wanted.search, wanted.space);
  if (found) return sql.join(found.map((ids) => ownedById(ids, wanted)), sql` union `);
  return wanted.search?.by === 'index' && isPeriod(wanted.search.period) ? ownedOfPeriod(wanted) : ownedWindow(wanted);
}

/**
 * The GIN index on the array has no order, so the matches are fetched first and then sorted; `offset 0` prevents the
 * reverse plan. Without those that the space owns.
 */
const shared = (wanted: ResourcesPageQuery) => sql`(
  select ${columns(wanted)} from (select * from ${tableOf(wanted)} where shared_with @> array[${wanted.space.userId}]::text[] and deleted_at is null offset 0) t
  where ${shown(wanted)} and ${isArchivedFor(wanted.space, wanted.table.kind)} = ${sql.lit(wanted.filter === 'archived')}
    and ${sharedIn(wanted.space, 't')} and ${notClosedIn(wanted.space, 't')} and ${ownedIn(wanted.space, 't')} is not true and ${matches(wanted.table, wanted.search)} ${sorted(wanted)})`;

/** Returns a page, with one row more if there is a next page. */
export async function findResources(db: Db, table: ListedTable, space: Space, { query, after, terms }: ListPlace): Promise<ListedRow[]> {
  const { ordered, sought } = periodsOf(query);
  const wanted: ResourcesPageQuery = { ...query, table, space, after, limit: pageAndOne, period: ordered, search: null };
  const criteria = { terms, labels: labelsOf(query), person: [], period: sought };
  const search = isSearch(criteria)
    ? await chooseSearch(criteria, wanted.limit, (size) => scanWindow(db, table, criteria, ownedWindow({ ...wanted, limit: size }), pageOrder(wanted))) : null;
  const found = { ...wanted, period: { from: query.createdFrom, before: query.createdBefore }, search };
  const { rows } = await sql<ListedRow>`select ${pageColumns(found)} from (${owned(found)} union ${shared(found)}) page ${pageOrder(found)}`.execute(db);
  return rows;
}

/** Returns a page of all rows that meet a condition, whoever owns them. They are few, or scanned. */
export async function findPublished(db: Db, table: ListedTable, condition: RawBuilder<boolean>, { query, after, terms }: ListPlace): Promise<ListedRow[]> {
  const ordering: Ordering = { ...query, after, limit: pageAndOne };
  const { rows } = await sql<ListedRow>`select ${pageColumns(ordering)} from (
    select t.id, ${keyOf(ordering, table.name)} as sort_key from ${sql.table(table.table)} t
    where ${condition} and ${table.listed} and ${afterIn(ordering, table.name)} and ${createdIn({ from: query.createdFrom, before: query.createdBefore })} and ${publicMatches(table, terms)} ${inOrder(ordering, table.name)}) page ${pageOrder(ordering)}`.execute(db);
  return rows;
}
