/**
 * Pages of the transactions that a person may read, and their counters. What the person's space owns is counted by
 * triggers (`list-counts.repository.ts`); what the person received is counted here.
 */
import { sql, type RawBuilder } from 'kysely';
import { filterStatuses, type TransactionCounters, type TransactionStatus } from '#contract/entities/transaction.ts';
import type { Viewer } from '#contract/permissions/transaction.permissions.ts';
import { preparedQuery } from '#server/platform/database/prepared-query.ts';
import type { Db } from '#server/platform/database/database.ts';
import { wholeList, type TransactionsQuery } from '#contract/entities/list-query.ts';
import { isArchivedFor } from './archive.repository.ts';
import { archivedStatus, countOwned, isListed } from './list-counts.repository.ts';
import { pageAndOne, type Cursor, type ListedRow } from './list-order.ts';
import { rowsById } from './list-search.ts';
import type { Reader } from './readable-transactions.ts';
import { findPage } from './transactions-page.ts';
import { sharedIn, notClosedIn, ownedIn, type Space } from './space.ts';
import { spellingsOf } from './users.repository.ts';

const readerOf = ({ id, email, phone }: Viewer): Reader => ({ id, phone, emails: email === null ? [] : spellingsOf(email) });

interface ReaderScope {
  reader: Reader;
  space: Space;
}

/** Without those that the space owns, whose number is kept, and without what the viewer sent in bulk. */
const counted = ({ reader, space }: ReaderScope) => sql<boolean>`t.deleted_at is null and ${sharedIn(space, 't')} and (t.bulk_id is null or t.owner_id <> ${reader.id})
  and (${ownedIn(space, 't')} and t.owner_left_at is null) is not true`;
const columns = ({ space }: ReaderScope) => sql`t.id, t.owner_id, case when ${isArchivedFor(space, 'transaction')} then ${sql.lit(archivedStatus)} else t.status end as status`;

/** As in `readable-transactions.ts`, without order and limit. */
const shared = (wanted: ReaderScope) => sql`(
  select ${columns(wanted)} from (select * from transactions where shared_with @> array[${wanted.reader.id}]::text[] and deleted_at is null offset 0) t where ${counted(wanted)} and ${notClosedIn(wanted.space, 't')})`;

const byId = (ids: RawBuilder<unknown>, wanted: ReaderScope, condition: RawBuilder<unknown> = sql`true`) => sql`(
  select ${columns(wanted)} from ${rowsById('transactions', ids)}
  where ${counted(wanted)} and ${condition}
    and not exists (select 1 from transaction_dismissals d where d.transaction_id = t.id and d.user_id = ${wanted.reader.id}))`;

/** What the viewer received: shared with them, sent to them, or copied to them. */
function received(wanted: ReaderScope): RawBuilder<unknown> {
  const { reader } = wanted;
  const emails = sql`any(${reader.emails}::text[])`;
  const completed = sql`t.status = 'completed'`;
  return sql`${shared(wanted)}
    union ${byId(sql`select transaction_id as id from recipients where lower(email) = ${emails} and invited_at is not null offset 0`, wanted)}
    union ${byId(sql`select transaction_id as id from recipients where phone = ${reader.phone} and invited_at is not null offset 0`, wanted)}
    union ${byId(sql`select transaction_id as id from carbon_copies where lower(email) = ${emails} offset 0`, wanted, completed)}
    union ${byId(sql`select transaction_id as id from carbon_copies where phone = ${reader.phone} offset 0`, wanted, completed)}`;
}

interface TransactionList {
  /** A page in the order of the query, with one row more if there is a next page. */
  rows: ListedRow[];
  /** Counts over all transactions, not only the page. */
  counters: TransactionCounters;
}

/** Parameters of a query. Its text depends on the scope only. */
interface ListParameters {
  userId: string;
  organizationId: string;
  readerId: string;
  emails: readonly string[];
  phone: string | null;
  closedOrgIds: readonly string[];
}

type Scope = 'personal' | 'member' | 'everything';

/** One statement for each scope, compiled once. */
const forScopes = <Row>(queryOf: (wanted: ReaderScope) => RawBuilder<Row>) => {
  const ofScope = (scope: Scope) => preparedQuery<ListParameters, Row>((parameters) => {
    const organization = scope === 'personal' ? null : { id: parameters.organizationId, everything: scope === 'everything' };
    const reader = { id: parameters.readerId, emails: parameters.emails, phone: parameters.phone };
    return queryOf({ reader, space: { userId: parameters.userId, organization, closedOrgIds: parameters.closedOrgIds } });
  });
  return { personal: ofScope('personal'), member: ofScope('member'), everything: ofScope('everything') } as const;
};

interface Received {
  status: TransactionStatus | typeof archivedStatus;
  mine: boolean;
  count: number;
}
const receivedCounts = forScopes<Received>((wanted) => sql`
  select status, owner_id = ${wanted.reader.id} as mine, count(*)::int as count from (${received(wanted)}) r group by 1, 2`);

interface ListPlace {
  after?: Cursor | undefined;
  bulkId?: string | null;
  query?: TransactionsQuery;
}

/** Returns a page of the transactions that the viewer may read and that match the query, and the counters. */
export async function listTransactions(db: Db, viewer: Viewer, space: Space, place: ListPlace = {}): Promise<TransactionList> {
  const { after, bulkId = null, query = wholeList } = place;
  const { userId, organization, closedOrgIds } = space;
  const reader = readerOf(viewer);
  const parameters: ListParameters = { userId, organizationId: organization?.id ?? '', readerId: reader.id, emails: reader.emails, phone: reader.phone, closedOrgIds };
  const scope: Scope = organization === null ? 'personal' : organization.everything ? 'everything' : 'member';
  const [rows, owned, { rows: others }] = await Promise.all([
    findPage(db, { reader, space, bulkId, after, limit: pageAndOne }, query), countOwned(db, 'transaction', space), receivedCounts[scope](db, parameters),
  ]);
  // What the viewer sent in bulk is listed under the bulk only.
  return { rows, counters: countersOf([...owned.filter(({ mine, inBulk }) => !(mine && inBulk)), ...others]) };
}

function countersOf(counted: readonly { status: string; mine: boolean; count: number }[]): TransactionCounters {
  const sum = (passes: (each: { status: string; mine: boolean }) => boolean): number => counted.filter(passes).reduce((total, { count }) => total + count, 0);
  const inStatus = (statuses: readonly string[]): number => sum(({ status }) => statuses.includes(status));
  return {
    all: sum(isListed),
    draft: inStatus(filterStatuses.draft),
    pending: inStatus(filterStatuses.pending),
    canceled: inStatus(filterStatuses.canceled),
    declined: inStatus(filterStatuses.declined),
    completed: inStatus(filterStatuses.completed),
    sharedWithMe: sum((each) => isListed(each) && !each.mine),
    archived: inStatus([archivedStatus]),
  };
}
