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
import { compiledOnce } from '#server/adapters/database/compiled-once.ts';
import type { Db } from '#server/adapters/database/database.ts';
import { givenIn, openIn, ownedIn, type Space } from './space.ts';
import { spellingsOf } from './users.repository.ts';

/** The viewer, with each way that their address may be spelled. */
interface Reader {
  id: string;
  emails: readonly string[];
  phone: string | null;
}

const readerOf = ({ id, email, phone }: Viewer): Reader => ({ id, phone, emails: email === null ? [] : spellingsOf(email) });

interface Wanted {
  reader: Reader;
  space: Space;
  /** Undefined: whatever bulk they are of. Null: one by one, and of one's own bulks none. */
  bulkId?: string | null;
  /** Only what stands after this one in the list. */
  after?: string | undefined;
  /** No more than so many of each way; all where it is left out. */
  limit?: number;
}

/** What somebody sent in bulk is listed under the bulk, and not one by one. */
const ofBulk = ({ reader, bulkId = null }: Wanted) =>
  bulkId === null ? sql<boolean>`(t.bulk_id is null or t.owner_id <> ${reader.id})` : sql<boolean>`t.bulk_id = ${bulkId}`;

const afterIn = ({ after }: Wanted) =>
  after === undefined ? sql<boolean>`true` : sql<boolean>`(t.created_at, t.id) < (select a.created_at, a.id from transactions a where a.id = ${after})`;

const shown = (wanted: Wanted) => sql<boolean>`t.deleted_at is null and ${givenIn(wanted.space, 't')} and ${ofBulk(wanted)} and ${afterIn(wanted)}`;
const newest = ({ limit }: Wanted) => (limit === undefined ? sql`` : sql`order by t.created_at desc, t.id desc limit ${limit}`);
const columns = sql`t.id, t.created_at, t.owner_id, t.status`;

/** Whose they are. An owner or an organization is an index of its own, in the order of the list. */
const owned = (wanted: Wanted) => sql`(select ${columns} from transactions t where ${ownedIn(wanted.space, 't')} and t.owner_left_at is null and ${shown(wanted)} ${newest(wanted)})`;

/** Who was given them: an array is looked up in an index without an order, so what is found is sorted and not the other way round. */
const shared = (wanted: Wanted) => sql`(
  select ${columns} from (select * from transactions where shared_with @> array[${wanted.reader.id}]::text[] and deleted_at is null offset 0) t where ${shown(wanted)} and ${openIn(wanted.space, 't')} ${newest(wanted)})`;

/** Each transaction by its key: with `offset 0` the planner can't turn it into a walk through all of them. */
const byId = (ids: RawBuilder<unknown>, wanted: Wanted, condition: RawBuilder<unknown> = sql`true`) => sql`(
  select ${columns} from (${ids}) named cross join lateral (select * from transactions where id = named.transaction_id offset 0) t
  where ${shown(wanted)} and ${condition}
    and not exists (select 1 from departures d where d.transaction_id = t.id and d.user_id = ${wanted.reader.id}) ${newest(wanted)})`;

function readable(wanted: Wanted): RawBuilder<unknown> {
  const { reader } = wanted;
  const emails = sql`any(${reader.emails}::text[])`;
  const completed = sql`t.status = 'completed'`;
  return sql`${owned(wanted)}
    union ${shared(wanted)}
    union ${byId(sql`select transaction_id from recipients where lower(email) = ${emails} and invited_at is not null offset 0`, wanted)}
    union ${byId(sql`select transaction_id from recipients where phone = ${reader.phone} and invited_at is not null offset 0`, wanted)}
    union ${byId(sql`select transaction_id from carbon_copies where lower(email) = ${emails} offset 0`, wanted, completed)}
    union ${byId(sql`select transaction_id from carbon_copies where phone = ${reader.phone} offset 0`, wanted, completed)}`;
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
  const reader = readerOf(viewer);
  if (after === undefined && bulkId === null) return firstPage(db, reader, space);
  const [ids, counters] = await Promise.all([laterPage(db, reader, space, after, bulkId), countTransactions(db, reader, space)]);
  return { ids, counters };
}

/** What the text of the first page's query depends on; all else are values. */
interface FirstPage {
  userId: string;
  organizationId: string;
  readerId: string;
  emails: readonly string[];
  phone: string | null;
  shutOut: readonly string[];
}

type Scope = 'personal' | 'member' | 'everything';

/** What is counted holds the page, too. */
const firstPageOf = (scope: Scope) =>
  compiledOnce<FirstPage, TransactionCounters & { ids: string[] }>(({ userId, organizationId, readerId, emails, phone, shutOut }) => {
    const reader = { id: readerId, emails, phone };
    const organization = scope === 'personal' ? null : { id: organizationId, everything: scope === 'everything' };
    return sql`
      with r as materialized (${readable({ reader, space: { userId, organization, shutOut } })})
      select ${counted(reader)}, array(select id from r ${inOrder}) as ids from r`;
  });

const firstPages: Readonly<Record<Scope, ReturnType<typeof firstPageOf>>> = {
  personal: firstPageOf('personal'),
  member: firstPageOf('member'),
  everything: firstPageOf('everything'),
};

async function firstPage(db: Db, { id: readerId, emails, phone }: Reader, { userId, organization, shutOut }: Space): Promise<TransactionList> {
  const scope = organization === null ? 'personal' : organization.everything ? 'everything' : 'member';
  const { rows: [row] } = await firstPages[scope](db, { userId, organizationId: organization?.id ?? '', readerId, emails, phone, shutOut });
  const { ids, ...counters } = theOne(row);
  return { ids, counters };
}

async function laterPage(db: Db, reader: Reader, space: Space, after: string | undefined, bulkId: string | null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from (${readable({ reader, space, bulkId, after, limit: pageAndOne })}) r ${inOrder}`.execute(db);
  return rows.map((row) => row.id);
}

async function countTransactions(db: Db, reader: Reader, space: Space): Promise<TransactionCounters> {
  const { rows: [row] } = await sql<TransactionCounters>`select ${counted(reader)} from (${readable({ reader, space })}) r`.execute(db);
  return theOne(row);
}

const countWhere = (condition: RawBuilder<boolean>) => sql<number>`(count(*) filter (where ${condition}))::int`;
const inStatus = (statuses: readonly string[]) => countWhere(sql<boolean>`status in (${sql.join(statuses.map((status) => sql.lit(status)))})`);

const counted = (reader: Reader) => sql`count(*)::int as "all", ${inStatus(filterStatuses.draft)} as draft, ${inStatus(filterStatuses.pending)} as pending,
  ${inStatus(filterStatuses.canceled)} as canceled, ${inStatus(filterStatuses.declined)} as declined,
  ${inStatus(filterStatuses.completed)} as completed, ${countWhere(sql<boolean>`owner_id <> ${reader.id}`)} as "sharedWithMe"`;

function theOne<Row>(row: Row | undefined): Row {
  if (!row) throw new Error('An aggregate always has one row');
  return row;
}
