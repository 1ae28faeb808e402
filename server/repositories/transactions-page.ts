/** A page of the transactions that match a filter and a search, in any order. */
import type { TransactionFilter, TransactionsQuery } from '#contract/entities/list-query.ts';
import { personTerms } from '#contract/entities/phone-number.ts';
import { filterStatuses, transactionStatuses } from '#contract/entities/transaction.ts';
import type { Db } from '#server/platform/database/database.ts';
import { labelsOf, pageOrder, type ListedRow } from './list-order.ts';
import { chooseSearch, isSearch, scanWindow, type Search, type Sought } from './list-search.ts';
import { ownedWindow, pageOf, transactionsTable, type Wanted } from './readable-transactions.ts';

const statusesOf = (filter: TransactionFilter): readonly string[] => (filter === 'all' || filter === 'sharedWithMe' || filter === 'archived' ? transactionStatuses : filterStatuses[filter]);

export async function findPage(db: Db, place: Pick<Wanted, 'reader' | 'space' | 'bulkId' | 'after' | 'limit'>, query: TransactionsQuery): Promise<ListedRow[]> {
  const { filter, sort, order } = query;
  const text = query.search.trim();
  const sought: Sought = { terms: text === '' ? [] : personTerms(text), labels: labelsOf(query) };
  const wanted: Wanted = { ...place, statuses: statusesOf(filter), archived: place.bulkId === null ? filter === 'archived' : null, ofOthers: filter === 'sharedWithMe', search: null, sort, order };
  const search = isSearch(sought) ? await searchFor(db, wanted, sought) : null;
  return (await pageOf({ ...wanted, search }).execute(db)).rows;
}

async function searchFor(db: Db, wanted: Wanted, sought: Sought): Promise<Search> {
  if (wanted.bulkId !== null) return { by: 'comparison', ...sought };
  return chooseSearch(sought, wanted.limit, (size) => scanWindow(db, transactionsTable, sought, ownedWindow({ ...wanted, limit: size }), pageOrder(wanted)));
}
