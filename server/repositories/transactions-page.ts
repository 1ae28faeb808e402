/** A page of the transactions that match a filter and a search, in any order. */
import { sql } from 'kysely';
import type { TransactionFilter, TransactionsQuery } from '#contract/entities/list-query.ts';
import { filterStatuses, transactionStatuses } from '#contract/entities/transaction.ts';
import type { Db } from '#server/platform/database/database.ts';
import { pageOf, windowOf, type Search, type Wanted } from './readable-transactions.ts';

/** Rows that are looked through before an index is asked: enough for a page of what is frequent. */
const looked = 1000;
const all = 100_000_000;

const statusesOf = (filter: TransactionFilter): readonly string[] => (filter === 'all' || filter === 'sharedWithMe' ? transactionStatuses : filterStatuses[filter]);

const patternOf = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

export async function findPage(db: Db, place: Pick<Wanted, 'reader' | 'space' | 'bulkId' | 'after' | 'limit'>, query: TransactionsQuery): Promise<string[]> {
  const { filter, sort, order } = query;
  const text = query.search.trim();
  const wanted: Wanted = { ...place, statuses: statusesOf(filter), ofOthers: filter === 'sharedWithMe', search: null, sort, order };
  const search = text === '' ? null : await searchFor(db, wanted, text);
  return (await pageOf({ ...wanted, search }).execute(db)).rows.map(({ id }) => id);
}

/**
 * What is frequent is found among the first rows of the list, what is rare by the index. One or two letters are in no
 * group of three, so the whole list is looked through.
 */
async function searchFor(db: Db, wanted: Wanted, text: string): Promise<Search> {
  const like = patternOf(text);
  if (wanted.bulkId !== null) return { by: 'walk', like };
  const first = await look(db, wanted, like, looked);
  if (first.size < looked || first.ids.length >= wanted.limit) return { by: 'ids', like, ids: first.ids };
  const { rows: [grams] } = await sql<{ any: boolean }>`select cardinality(search_grams(search_text(${text}))) > 0 as any`.execute(db);
  return grams?.any === true ? { by: 'grams', like, text } : { by: 'ids', like, ids: (await look(db, wanted, like, all)).ids };
}

async function look(db: Db, wanted: Wanted, like: string, size: number): Promise<{ size: number; ids: string[] }> {
  const { rows: [row] } = await windowOf(wanted, like, size).execute(db);
  return row ?? { size: 0, ids: [] };
}
