/**
 * The transactions that a person may read, in the order of a list: `may(transaction, viewer, 'read')` as a query. Keep
 * both in step.
 *
 * Each kind of access is a separate subquery over its own index; each is limited to one page. The cost then depends on
 * what is shown, not on the planner's estimates, which are wrong for tables filled since the last `analyze`.
 */
import { sql, type RawBuilder } from 'kysely';
import { isArchived, isArchivedFor } from './archive.repository.ts';
import { afterIn, inOrder, keyOf, pageColumns, pageOrder, type ListedRow, type Ordering } from './list-order.ts';
import { createdIn, isPeriod, type Period } from './list-period.ts';
import { foundIds, matches, matchesBesides, rowsById, type Search, type SearchedTable } from './list-search.ts';
import { sharedIn, notClosedIn, type Space } from './space.ts';

/** The viewer, with every equivalent spelling of their address. */
export interface Reader {
  id: string;
  emails: readonly string[];
  phone: string | null;
}

export interface ReadableQuery extends Ordering {
  reader: Reader;
  space: Space;
  /** Undefined: transactions of any bulk. Null: without the viewer's own bulks. */
  bulkId: string | null;
  statuses: readonly string[];
  /** Whether to list the archive, or what is not in it; null for both. */
  archived: boolean | null;
  /** Only those of others. */
  ofOthers: boolean;
  period: Period;
  search: Search | null;
}

export const transactionsTable: SearchedTable = { table: 'transactions', texts: 'transaction_texts', key: 'transaction_id', labeled: 'labeled_transactions' };

const columns = (wanted: ReadableQuery) => sql`t.id, ${keyOf(wanted, 'name')} as sort_key`;
const sorted = (wanted: ReadableQuery) => inOrder(wanted, 'name');

/** Transactions that the viewer sent in bulk are listed under the bulk only. */
const ofBulk = ({ reader, bulkId }: ReadableQuery) =>
  bulkId === null ? sql<boolean>`(t.bulk_id is null or t.owner_id <> ${reader.id})` : sql<boolean>`t.bulk_id = ${bulkId}`;
const ofOthers = ({ reader, ofOthers: only }: ReadableQuery) => (only ? sql<boolean>`t.owner_id <> ${reader.id}` : sql<boolean>`true`);
const shown = (wanted: ReadableQuery) => sql<boolean>`t.deleted_at is null and ${sharedIn(wanted.space, 't')} and ${ofBulk(wanted)} and ${ofOthers(wanted)} and ${createdIn(wanted.period)} and ${afterIn(wanted, 'name')}`;

/** In a space of one's own nothing is of others. */
const ownedStatuses = ({ statuses, ofOthers: only, space: { organization } }: ReadableQuery) => sql`unnest(${only && organization?.everything !== true ? [] : statuses}::text[]) as s(status)`;

/** The condition of an index in the order of the list: a status after the other. */
function ownedInOrder(wanted: ReadableQuery): RawBuilder<boolean> {
  const { space: { userId, organization }, bulkId } = wanted;
  if (organization?.everything === true) return sql<boolean>`t.org_id = ${organization.id}`;
  const own = sql<boolean>`t.owner_id = ${userId} and coalesce(t.org_id, '') = ${organization?.id ?? ''}`;
  return bulkId === null ? sql<boolean>`${own} and t.bulk_id is null` : own;
}
const inArchive = ({ archived }: ReadableQuery) => (archived === null ? sql<boolean>`true` : isArchived(archived));
const stillOwned = (wanted: ReadableQuery) => sql<boolean>`${ownedInOrder(wanted)} and ${inArchive(wanted)} and t.owner_left_at is null and ${shown(wanted)}`;

/** The first of those that the space owns, whatever their text. */
export const ownedWindow = (wanted: ReadableQuery) => sql`(
  select id, owner_id, created_at, sort_key from ${ownedStatuses(wanted)} cross join lateral (
    select ${columns(wanted)}, t.owner_id, t.created_at from transactions t where t.status = s.status and ${stillOwned(wanted)} ${sorted(wanted)}) t
  ${pageOrder(wanted)})`;

const ownedById = (ids: RawBuilder<unknown>, wanted: ReadableQuery) => sql`(
  select ${columns(wanted)} from ${rowsById('transactions', ids)}
  where t.status = any(${wanted.statuses}::text[]) and ${stillOwned(wanted)} and ${matchesBesides(transactionsTable, wanted.search)} ${sorted(wanted)})`;

/** All of a period, found by the index of the time they were created; `offset 0` keeps the planner from the order of the list. */
const ownedOfPeriod = (wanted: ReadableQuery) => sql`(
  select ${columns(wanted)} from ${ownedStatuses(wanted)} cross join lateral (
    select * from transactions t where t.status = s.status and ${ownedInOrder(wanted)} and ${inArchive(wanted)} and t.owner_left_at is null and t.deleted_at is null and ${createdIn(wanted.period)} offset 0) t
  where ${shown(wanted)} ${sorted(wanted)})`;

/** By ownership. */
function owned(wanted: ReadableQuery): RawBuilder<unknown> {
  const { search, bulkId } = wanted;
  if (bulkId !== null) return sql`(select ${columns(wanted)} from (select * from transactions where bulk_id = ${bulkId} offset 0) t where t.status = any(${wanted.statuses}::text[]) and ${stillOwned(wanted)} and ${matches(transactionsTable, wanted.search)} ${sorted(wanted)})`;
  const found = foundIds(transactionsTable, search, wanted.space);
  if (found) return sql.join(found.map((ids) => ownedById(ids, wanted)), sql` union `);
  if (search?.by === 'index' && isPeriod(search.period)) return ownedOfPeriod(wanted);
  return sql`(
    select id, sort_key from ${ownedStatuses(wanted)} cross join lateral (
      select ${columns(wanted)} from transactions t where t.status = s.status and ${stillOwned(wanted)} ${sorted(wanted)}) o)`;
}

const inArchiveOfReader = ({ archived, space }: ReadableQuery) =>
  archived === null ? sql<boolean>`true` : archived ? isArchivedFor(space, 'transaction') : sql<boolean>`not (${isArchivedFor(space, 'transaction')})`;
const ofStatus = (wanted: ReadableQuery) => sql<boolean>`t.status = any(${wanted.statuses}::text[]) and ${shown(wanted)} and ${inArchiveOfReader(wanted)} and ${matches(transactionsTable, wanted.search)}`;

/**
 * By sharing. The GIN index on the array has no order, so the matches are fetched first and then sorted; `offset 0`
 * prevents the reverse plan.
 */
const shared = (wanted: ReadableQuery) => sql`(
  select ${columns(wanted)} from (select * from transactions where shared_with @> array[${wanted.reader.id}]::text[] and deleted_at is null offset 0) t
  where ${ofStatus(wanted)} and ${notClosedIn(wanted.space, 't')} ${sorted(wanted)})`;

const received = (ids: RawBuilder<unknown>, wanted: ReadableQuery, condition: RawBuilder<unknown> = sql`true`) => sql`(
  select ${columns(wanted)} from ${rowsById('transactions', ids)}
  where ${ofStatus(wanted)} and ${condition}
    and not exists (select 1 from transaction_dismissals d where d.transaction_id = t.id and d.user_id = ${wanted.reader.id}) ${sorted(wanted)})`;

/** The statement that returns a page. */
export function pageOf(wanted: ReadableQuery): RawBuilder<ListedRow> {
  const { reader } = wanted;
  const emails = sql`any(${reader.emails}::text[])`;
  const completed = sql`t.status = 'completed'`;
  return sql`select ${pageColumns(wanted)} from (${owned(wanted)}
    union ${shared(wanted)}
    union ${received(sql`select transaction_id as id from recipients where lower(email) = ${emails} and invited_at is not null offset 0`, wanted)}
    union ${received(sql`select transaction_id as id from recipients where phone = ${reader.phone} and invited_at is not null offset 0`, wanted)}
    union ${received(sql`select transaction_id as id from carbon_copies where lower(email) = ${emails} offset 0`, wanted, completed)}
    union ${received(sql`select transaction_id as id from carbon_copies where phone = ${reader.phone} offset 0`, wanted, completed)}) r ${pageOrder(wanted)}`;
}
