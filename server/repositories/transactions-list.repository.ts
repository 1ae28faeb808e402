/**
 * The transactions that a person may read: `may(transaction, viewer, 'read')` as a query. Keep both in step.
 *
 * Each kind of access is a separate subquery over its own index; each is limited to one page. The cost then depends on
 * what is shown, not on the planner's estimates, which are wrong for tables filled since the last `analyze`. Counters of
 * what the viewer's space owns are kept; only what the viewer received is counted.
 */
import { sql, type RawBuilder } from 'kysely';
import { filterStatuses, type TransactionCounters, type TransactionStatus } from '#contract/entities/transaction.ts';
import type { Viewer } from '#contract/permissions/transaction.permissions.ts';
import { counts } from '#contract/limits.ts';
import { preparedQuery } from '#server/platform/database/prepared-query.ts';
import type { Db } from '#server/platform/database/database.ts';
import { countOwned } from './list-counts.repository.ts';
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
  /** Only transactions after this one in the list; null: from its start. */
  after?: string | null;
  /** Row limit of each subquery; all rows when left out. */
  limit?: number;
  /** Without those that the space owns, whose number is kept. */
  isNotOwned?: boolean;
}

/** Transactions that the viewer sent in bulk are listed under the bulk only. */
const ofBulk = ({ reader, bulkId = null }: Wanted) =>
  bulkId === null ? sql<boolean>`(t.bulk_id is null or t.owner_id <> ${reader.id})` : sql<boolean>`t.bulk_id = ${bulkId}`;

/** A page after a transaction that is gone is empty. The first page starts after the end of time, so that all pages share a statement. */
const afterIn = ({ after }: Wanted) => after === undefined ? sql<boolean>`true` : sql<boolean>`(t.created_at, t.id) < (
  case when ${after}::text is null then 'infinity' else (select a.created_at from transactions a where a.id = ${after}) end, coalesce(${after}::text, ''))`;

const ownedOf = (wanted: Wanted) => sql<boolean>`(${ownedIn(wanted.space, 't')} and t.owner_left_at is null)`;
const notOwnedOf = (wanted: Wanted) => (wanted.isNotOwned === true ? sql<boolean>`${ownedOf(wanted)} is not true` : sql<boolean>`true`);

const shown = (wanted: Wanted) =>
  sql<boolean>`t.deleted_at is null and ${sharedIn(wanted.space, 't')} and ${ofBulk(wanted)} and ${notOwnedOf(wanted)} and ${afterIn(wanted)}`;
const newest = ({ limit }: Wanted) => (limit === undefined ? sql`` : sql`order by t.created_at desc, t.id desc limit ${sql.lit(limit)}`);
const columns = sql`t.id, t.created_at, t.owner_id, t.status`;

/** By ownership. Both `owner_id` and `org_id` have an index in the order of the list. */
const owned = (wanted: Wanted) => sql`(select ${columns} from transactions t where ${ownedOf(wanted)} and ${shown(wanted)} ${newest(wanted)})`;

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

/** What the viewer received: shared with them, sent to them, or copied to them. */
function received(wanted: Wanted): RawBuilder<unknown> {
  const { reader } = wanted;
  const emails = sql`any(${reader.emails}::text[])`;
  const completed = sql`t.status = 'completed'`;
  return sql`${shared(wanted)}
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

/** Parameters of a query. Its text depends on the scope only. */
interface Asked {
  userId: string;
  organizationId: string;
  readerId: string;
  emails: readonly string[];
  phone: string | null;
  closedOrgIds: readonly string[];
  after: string | null;
  bulkId: string | null;
}

type Scope = 'personal' | 'member' | 'everything';

/** One statement for each scope, compiled once. */
const forScopes = <Row>(queryOf: (wanted: Wanted, asked: Asked) => RawBuilder<Row>) => {
  const ofScope = (scope: Scope) => preparedQuery<Asked, Row>((asked) => {
    const organization = scope === 'personal' ? null : { id: asked.organizationId, everything: scope === 'everything' };
    const reader = { id: asked.readerId, emails: asked.emails, phone: asked.phone };
    return queryOf({ reader, space: { userId: asked.userId, organization, closedOrgIds: asked.closedOrgIds } }, asked);
  });
  return { personal: ofScope('personal'), member: ofScope('member'), everything: ofScope('everything') } as const;
};

const pageOf = (wanted: Wanted): RawBuilder<{ id: string }> => sql`select id from (${owned(wanted)} union ${received(wanted)}) r ${inOrder}`;
const pages = forScopes((wanted, { after }) => pageOf({ ...wanted, after, limit: pageAndOne }));
const pagesOfBulk = forScopes((wanted, { after, bulkId }) => pageOf({ ...wanted, after, bulkId, limit: pageAndOne }));

interface Received {
  status: TransactionStatus;
  mine: boolean;
  count: number;
}
const receivedCounts = forScopes<Received>((wanted) => sql`
  select status, owner_id = ${wanted.reader.id} as mine, count(*)::int as count from (${received({ ...wanted, isNotOwned: true })}) r group by 1, 2`);

/** Returns a page of the transactions that the viewer may read, and the counters. */
export async function listTransactions(db: Db, viewer: Viewer, space: Space, after: string | undefined, bulkId: string | null = null): Promise<TransactionList> {
  const { userId, organization, closedOrgIds } = space;
  const { id: readerId, emails, phone } = readerOf(viewer);
  const asked: Asked = { userId, organizationId: organization?.id ?? '', readerId, emails, phone, closedOrgIds, after: after ?? null, bulkId };
  const scope: Scope = organization === null ? 'personal' : organization.everything ? 'everything' : 'member';
  const [{ rows: page }, owned, { rows: others }] = await Promise.all([
    (bulkId === null ? pages : pagesOfBulk)[scope](db, asked), countOwned(db, 'transaction', space), receivedCounts[scope](db, asked),
  ]);
  // What the viewer sent in bulk is listed under the bulk only.
  return { ids: page.map(({ id }) => id), counters: countersOf([...owned.filter(({ mine, inBulk }) => !(mine && inBulk)), ...others]) };
}

function countersOf(counted: readonly { status: string; mine: boolean; count: number }[]): TransactionCounters {
  const sum = (passes: (each: { status: string; mine: boolean }) => boolean): number => counted.filter(passes).reduce((total, { count }) => total + count, 0);
  const inStatus = (statuses: readonly string[]): number => sum(({ status }) => statuses.includes(status));
  return {
    all: sum(() => true),
    draft: inStatus(filterStatuses.draft),
    pending: inStatus(filterStatuses.pending),
    canceled: inStatus(filterStatuses.canceled),
    declined: inStatus(filterStatuses.declined),
    completed: inStatus(filterStatuses.completed),
    sharedWithMe: sum(({ mine }) => !mine),
  };
}
