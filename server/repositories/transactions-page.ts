/** A page of the transactions that match a filter and a search, in any order. */
import type { TransactionFilter, TransactionsQuery } from '#contract/entities/list-query.ts';
import { personTerms } from '#contract/entities/phone-number.ts';
import { filterStatuses, transactionStatuses } from '#contract/entities/transaction.ts';
import type { Db } from '#server/platform/database/database.ts';
import { labelsOf, pageOrder, type ListedRow } from './list-order.ts';
import { periodsOf } from './list-period.ts';
import { chooseSearch, isSearch, scanWindow, type Search, type SearchCriteria } from './list-search.ts';
import { ownedWindow, pageOf, transactionsTable, type ReadableQuery } from './readable-transactions.ts';

const statusesOf = (filter: TransactionFilter): readonly string[] => (filter === 'all' || filter === 'sharedWithMe' || filter === 'archived' ? transactionStatuses : filterStatuses[filter]);

const termsOf = (text: string): string[] => (text.trim() === '' ? [] : personTerms(text.trim()));

export async function findPage(db: Db, place: Pick<ReadableQuery, 'reader' | 'space' | 'bulkId' | 'after' | 'limit'>, query: TransactionsQuery): Promise<ListedRow[]> {
  const { filter, sort, order } = query;
  const { ordered, sought } = periodsOf(query);
  const criteria: SearchCriteria = { terms: termsOf(query.search), labels: labelsOf(query), person: termsOf(query.person), period: sought };
  const wanted: ReadableQuery = { ...place, statuses: statusesOf(filter), archived: place.bulkId === null ? filter === 'archived' : null, ofOthers: filter === 'sharedWithMe', period: ordered, search: null, sort, order };
  const search = isSearch(criteria) ? await searchFor(db, wanted, criteria) : null;
  const period = { from: query.createdFrom, before: query.createdBefore };
  return (await pageOf({ ...wanted, period, search }).execute(db)).rows;
}

async function searchFor(db: Db, wanted: ReadableQuery, criteria: SearchCriteria): Promise<Search> {
  if (wanted.bulkId !== null) return { by: 'comparison', ...criteria };
  return chooseSearch(criteria, wanted.limit, (size) => scanWindow(db, transactionsTable, criteria, ownedWindow({ ...wanted, limit: size }), pageOrder(wanted)));
}
