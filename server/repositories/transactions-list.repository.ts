/**
 * The transactions that a person may read: `may(transaction, viewer, 'read')` as a query. Keep both in step.
 *
 * Each kind of access is a separate subquery over its own index; for a later page each is limited to one page. The
 * cost then depends on what is shown, not on the planner's estimates, which are wrong for tables filled since the
 * last `analyze`.
 */
import { sql, type RawBuilder } from 'kysely';
import { filterStatuses, type TransactionCounters } from '#contract/entities/transaction.ts';
import type { Viewer } from '#contract/permissions/transaction.permissions.ts';
import { counts } from '#contract/limits.ts';
import { preparedQuery } from '#server/platform/database/prepared-query.ts';
import type { Db } from '#server/platform/database/database.ts';
import { sharedIn, notClosedIn, ownedIn, type Space } from './space.ts';
import { spellingsOf } from './users.repository.ts';

/** The viewer, with every equivalent spelling of their address. */
interface Reader {
  id: string;
  emails: readonly string[];
  phone: string | null;
}

const readerOf = ({ id, email, phone }: Viewer): Reader => ({ id, phone, emails: email === null ? [] : spellingsOf(email) });

interface Wanted {
  reader: Reader;
  space: Space;
  /** Undefined: transactions of any bulk. Null: without the viewer's own bulks. */
  bulkId?: string | null;
  /** Only transactions after this one in the list. */
  after?: string | undefined;
  /** Row limit of each subquery; all rows when left out. */
  limit?: number;
}

/** Transactions that the viewer sent in bulk are listed under the bulk only. */
const ofBulk = ({ reader, bulkId = null }: Wanted) =>
  bulkId === null ? sql<boolean>`(t.bulk_id is null or t.owner_id <> ${reader.id})` : sql<boolean>`t.bulk_id = ${bulkId}`;

const afterIn = ({ after }: Wanted) =>
  after === undefined ? sql<boolean>`true` : sql<boolean>`(t.created_at, t.id) < (select a.created_at, a.id from transactions a where a.id = ${after})`;

const shown = (wanted: Wanted) => sql<boolean>`t.deleted_at is null and ${sharedIn(wanted.space, 't')} and ${ofBulk(wanted)} and ${afterIn(wanted)}`;
const newest = ({ limit }: Wanted) => (limit === undefined ? sql`` : sql`order by t.created_at desc, t.id desc limit ${limit}`);
const columns = sql`t.id, t.created_at, t.owner_id, t.status`;

/** By ownership. Both `owner_id` and `org_id` have an index in the order of the list. */
const owned = (wanted: Wanted) => sql`(select ${columns} from transactions t where ${ownedIn(wanted.space, 't')} and t.owner_left_at is null and ${shown(wanted)} ${newest(wanted)})`;

/**
 * By sharing. The GIN index on the array has no order, so the matches are fetched first and then sorted; `offset 0`
 * prevents the reverse plan.
 */
const shared = (wanted: Wanted) => sql`(
  select ${columns} from (select * from transactions where shared_with @> array[${wanted.reader.id}]::text[] and deleted_at is null offset 0) t where ${shown(wanted)} and ${notClosedIn(wanted.space, 't')} ${newest(wanted)})`;

/** Looks up each transaction by its key; `offset 0` keeps the planner from scanning the whole table. */
const byId = (ids: RawBuilder<unknown>, wanted: Wanted, condition: RawBuilder<unknown> = sql`true`) => sql`(
  select ${columns} from (${ids}) named cross join lateral (select * from transactions where id = named.transaction_id offset 0) t
  where ${shown(wanted)} and ${condition}
    and not exists (select 1 from transaction_dismissals d where d.transaction_id = t.id and d.user_id = ${wanted.reader.id}) ${newest(wanted)})`;

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
  /** A page of ids, newest first, with one more if there is a next page. */
  ids: string[];
  /** Counts over all transactions, not only the page. */
  counters: TransactionCounters;
}

const pageAndOne = counts.listPage + 1;
const inOrder = sql`order by created_at desc, id desc limit ${sql.lit(pageAndOne)}`;

/** Returns a page of the transactions that the viewer may read, and the counters. */
export async function listTransactions(db: Db, viewer: Viewer, space: Space, after: string | undefined, bulkId: string | null = null): Promise<TransactionList> {
  const reader = readerOf(viewer);
  if (after === undefined && bulkId === null) return firstPage(db, reader, space);
  const [ids, counters] = await Promise.all([nextPage(db, reader, space, after, bulkId), countTransactions(db, reader, space)]);
  return { ids, counters };
}

/** Parameters of the first page's query. The SQL text depends on the scope only. */
interface FirstPage {
  userId: string;
  organizationId: string;
  readerId: string;
  emails: readonly string[];
  phone: string | null;
  closedOrgIds: readonly string[];
}

type Scope = 'personal' | 'member' | 'everything';

/** One query for counters and page: the materialized rows serve both. */
const firstPageOf = (scope: Scope) =>
  preparedQuery<FirstPage, TransactionCounters & { ids: string[] }>(({ userId, organizationId, readerId, emails, phone, closedOrgIds }) => {
    const reader = { id: readerId, emails, phone };
    const organization = scope === 'personal' ? null : { id: organizationId, everything: scope === 'everything' };
    return sql`
      with r as materialized (${readable({ reader, space: { userId, organization, closedOrgIds } })})
      select ${counted(reader)}, array(select id from r ${inOrder}) as ids from r`;
  });

const firstPages: Readonly<Record<Scope, ReturnType<typeof firstPageOf>>> = {
  personal: firstPageOf('personal'),
  member: firstPageOf('member'),
  everything: firstPageOf('everything'),
};

async function firstPage(db: Db, { id: readerId, emails, phone }: Reader, { userId, organization, closedOrgIds }: Space): Promise<TransactionList> {
  const scope = organization === null ? 'personal' : organization.everything ? 'everything' : 'member';
  const { rows: [row] } = await firstPages[scope](db, { userId, organizationId: organization?.id ?? '', readerId, emails, phone, closedOrgIds });
  const { ids, ...counters } = theOne(row);
  return { ids, counters };
}

async function nextPage(db: Db, reader: Reader, space: Space, after: string | undefined, bulkId: string | null): Promise<string[]> {
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
