/** What a list is asked for: filter, search, sort and order. The server answers page by page. */
import { z } from 'zod';
import { lengths } from '#contract/limits.ts';

export const listSorts = ['created_at', 'updated_at', 'name'] as const;
export type ListSort = (typeof listSorts)[number];
export const listOrders = ['descent', 'ascent'] as const;
export type ListOrder = (typeof listOrders)[number];
export const transactionFilters = ['all', 'draft', 'pending', 'completed', 'declined', 'canceled', 'sharedWithMe'] as const;
export type TransactionFilter = (typeof transactionFilters)[number];

/** `search`: part of a title, name, address or phone number; case does not matter. */
export const orderedQuery = z.object({
  search: z.string().trim().max(lengths.title).optional(),
  sort: z.enum(listSorts).optional(),
  order: z.enum(listOrders).optional(),
});
export const transactionsQuery = orderedQuery.extend({ filter: z.enum(transactionFilters).optional() });

export interface TransactionsQuery {
  filter: TransactionFilter;
  search: string;
  sort: ListSort;
  order: ListOrder;
}

export const wholeList = { filter: 'all', search: '', sort: 'created_at', order: 'descent' } as const satisfies TransactionsQuery;
