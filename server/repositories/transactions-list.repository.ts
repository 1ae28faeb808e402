/**
 * What somebody may read of the transactions: what `may(transaction, viewer, 'read')` says, as a query. Keep both the same.
 *
 * Each way to be a reader is a look-up by its own index, fenced off from the others, and a page asks each of them for a page:
 * the cost follows what is shown, and not what the planner believes of tables it has not counted since they were filled.
 */
import { sql, type RawBuilder } from 'kysely';
import { filterStatuses, type TransactionCounters } from '#contract/entities/transaction.ts';
import type { Viewer } from '#contract/permissions/transaction.permissions.ts';
import { counts } from '#contract/limits.ts';
import type { Db } from '#server/adapters/database/database.ts';
import { givenIn, ownedIn, type Space } from './space.ts';
import { spellingsOf } from './users.repository.ts';

interface Wanted {
  viewer: Viewer;
  space: Space;
  /** Undefined: whatever bulk they are of. Null: one by one, and of one's own bulks none. */
  bulkId?: string | null;
  /** Only what stands after this one in the list. */
  after?: string | undefined;
  /** No more than so many of each way; all where it is left out. */
  limit?: number;
}

/** What somebody sent in bulk is listed under the bulk, and not one by one. */
const ofBulk = ({ viewer, bulkId = null }: Wanted) =>
  bulkId === null ? sql<boolean>`(t.bulk_id is null or t.owner_id <> ${viewer.id})` : sql<boolean>`t.bulk_id = ${bulkId}`;

const afterIn = ({ after }: Wanted) =>
  after === undefined ? sql<boolean>`true` : sql<boolean>`(t.created_at, t.id) < (select a.created_at, a.id from transactions a where a.id = ${after})`;

const shown = (wanted: Wanted) => sql<boolean>`t.deleted_at is null and ${givenIn(wanted.space, 't')} and ${ofBulk(wanted)} and ${afterIn(wanted)}`;
const newest = ({ limit }: Wanted) => (limit === undefined ? sql`` : sql`order by t.created_at desc, t.id desc limit ${limit}`);
const columns = sql`t.id, t.created_at, t.owner_id, t.status`;

/** Whose they are. An owner or an organization is an index of its own, in the order of the list. */
const owned = (wanted: Wanted) => sql`(select ${columns} from transactions t where ${ownedIn(wanted.space, 't')} and ${shown(wanted)} ${newest(wanted)})`;

/** Who was given them: an array is looked up in an index without an order, so what is found is sorted and not the other way round. */
const shared = (wanted: Wanted) => sql`(
  select ${columns} from (select * from transactions where shared_with @> array[${wanted.viewer.id}]::text[] and deleted_at is null offset 0) t where ${shown(wanted)} ${newest(wanted)})`;

/** Each transaction by its key: with `offset 0` the planner can't turn it into a walk through all of them. */
const byId = (ids: RawBuilder<unknown>, wanted: Wanted, condition: RawBuilder<unknown> = sql`true`) => sql`(
  select ${columns} from (${ids}) named cross join lateral (select * from transactions where id = named.transaction_id offset 0) t
  where ${shown(wanted)} and ${condition}
    and not exists (select 1 from departures d where d.transaction_id = t.id and d.user_id = ${wanted.viewer.id}) ${newest(wanted)})`;

function readable(wanted: Wanted): RawBuilder<unknown> {
  const { viewer } = wanted;
  const emails = sql`any(${viewer.email === null ? [] : spellingsOf(viewer.email)}::text[])`;
  const completed = sql`t.status = 'completed'`;
  return sql`${owned(wanted)}
    union ${shared(wanted)}
    union ${byId(sql`select transaction_id from recipients where lower(email) = ${emails} and invited_at is not null offset 0`, wanted)}
    union ${byId(sql`select transaction_id from recipients where phone = ${viewer.phone} and invited_at is not null offset 0`, wanted)}
    union ${byId(sql`select transaction_id from carbon_copies where lower(email) = ${emails} offset 0`, wanted, completed)}
    union ${byId(sql`select transaction_id from carbon_copies where phone = ${viewer.phone} offset 0`, wanted, completed)}`;
}

export interface TransactionList {
  /** A page of the ids, newest first, and one more where there is a next page. */
  ids: string[];
  /** Of everything, whatever the page. */
  counters: TransactionCounters;
}

const pageAndOne = counts.listPage + 1;
const inOrder = sql`order by created_at desc, id desc limit ${sql.lit(pageAndOne)}`;

/** What a person may read. */
export async function listTransactions(db: Db, viewer: Viewer, space: Space, after: string | undefined, bulkId: string | null = null): Promise<TransactionList> {
  if (after === undefined && bulkId === null) return firstPage(db, viewer, space);
  const [ids, counters] = await Promise.all([laterPage(db, viewer, space, after, bulkId), countTransactions(db, viewer, space)]);
  return { ids, counters };
}

/** What is counted holds the page, too. */
async function firstPage(db: Db, viewer: Viewer, space: Space): Promise<TransactionList> {
  const { rows: [row] } = await sql<TransactionCounters & { ids: string[] }>`
    with r as materialized (${readable({ viewer, space })})
    select ${counted(viewer)}, array(select id from r ${inOrder}) as ids from r`.execute(db);
  const { ids, ...counters } = theOne(row);
  return { ids, counters };
}

async function laterPage(db: Db, viewer: Viewer, space: Space, after: string | undefined, bulkId: string | null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from (${readable({ viewer, space, bulkId, after, limit: pageAndOne })}) r ${inOrder}`.execute(db);
  return rows.map((row) => row.id);
}

async function countTransactions(db: Db, viewer: Viewer, space: Space): Promise<TransactionCounters> {
  const { rows: [row] } = await sql<TransactionCounters>`select ${counted(viewer)} from (${readable({ viewer, space })}) r`.execute(db);
  return theOne(row);
}

const countWhere = (condition: RawBuilder<boolean>) => sql<number>`(count(*) filter (where ${condition}))::int`;
const inStatus = (statuses: readonly string[]) => countWhere(sql<boolean>`status in (${sql.join(statuses.map((status) => sql.lit(status)))})`);

const counted = (viewer: Viewer) => sql`count(*)::int as "all", ${inStatus(filterStatuses.draft)} as draft, ${inStatus(filterStatuses.pending)} as pending,
  ${inStatus(filterStatuses.canceled)} as canceled, ${inStatus(filterStatuses.declined)} as declined,
  ${inStatus(filterStatuses.completed)} as completed, ${countWhere(sql<boolean>`owner_id <> ${viewer.id}`)} as "sharedWithMe"`;

function theOne<Row>(row: Row | undefined): Row {
  if (!row) throw new Error('An aggregate always has one row');
  return row;
}
