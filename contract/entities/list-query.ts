/** Query of a list: filter, search, sort and order. The server answers page by page. */
import { z } from 'zod';
import { isoTime, objectId } from '#contract/entities/common.ts';
import { lengths } from '#contract/limits/lengths.ts';

export const listSorts = ['created_at', 'updated_at', 'name'] as const;
export type ListSort = (typeof listSorts)[number];
export const listOrders = ['descent', 'ascent'] as const;
export type ListOrder = (typeof listOrders)[number];
export const transactionFilters = ['all', 'draft', 'pending', 'completed', 'declined', 'canceled', 'sharedWithMe', 'archived'] as const;
export type TransactionFilter = (typeof transactionFilters)[number];
/** Filters of files and templates. */
export const ownershipFilters = ['all', 'sharedWithMe', 'archived'] as const;
export type OwnershipFilter = (typeof ownershipFilters)[number];

/**
 * `archived`: what was archived, of any status; all other filters leave it out.
 *
 * `search`: part of a title, or of a name, address or phone number of the people named in the list; case does not matter.
 * The role of a plain signer is found by its name in every language of the product.
 *
 * `createdFrom`, `createdBefore`: when it was created; the second one is not included.
 */
const orderedQuery = z.object({
  search: z.string().trim().max(lengths.title).optional(),
  sort: z.enum(listSorts).optional(),
  order: z.enum(listOrders).optional(),
  folder: objectId.optional(),
  tag: objectId.optional(),
  createdFrom: isoTime.optional(),
  createdBefore: isoTime.optional(),
});
/** `person`: part of the name, address or phone number of a recipient or of the sender. */
export const transactionsQuery = orderedQuery.extend({ filter: z.enum(transactionFilters).optional(), person: z.string().trim().max(lengths.title).optional() });
/** The query of files and templates. */
export const resourcesQuery = orderedQuery.extend({ filter: z.enum(ownershipFilters).optional() });

/** Marks where a page ends: the `lastKey` of a page is the `exclusiveFrom` of the next one, in the same order. */
export const listCursor = z.string().max(4096).regex(/^[0-9a-f]{24}\.[\w-]*$/, 'Expected the lastKey of a page');

export interface ListQuery<Filter extends string = string> {
  filter: Filter;
  search: string;
  sort: ListSort;
  order: ListOrder;
  /** Ids of labels; empty: any. */
  folder: string;
  tag: string;
  /** Part of a name or address; empty: anybody. Only of transactions. */
  person: string;
  /** Times in ISO 8601; empty: any. */
  createdFrom: string;
  createdBefore: string;
}
export type TransactionsQuery = ListQuery<TransactionFilter>;
export type ResourcesQuery = ListQuery<OwnershipFilter>;

export const wholeList = { filter: 'all', search: '', sort: 'created_at', order: 'descent', folder: '', tag: '', person: '', createdFrom: '', createdBefore: '' } as const satisfies ListQuery<OwnershipFilter>;

/** Whether a query asks for less than its filter shows. */
export const isNarrowed = ({ search, folder, tag, person, createdFrom, createdBefore }: ListQuery): boolean => search + folder + tag + person + createdFrom + createdBefore !== '';

type GivenQuery<Filter> = { filter?: Filter | undefined; sort?: ListSort | undefined; order?: ListOrder | undefined } & { [Text in Exclude<keyof ListQuery, 'filter' | 'sort' | 'order'>]?: string | undefined };

/** Fills in what a caller left out. */
export const completeQuery = <Filter extends string>(given: GivenQuery<Filter>): ListQuery<Filter | 'all'> => ({
  filter: given.filter ?? wholeList.filter, sort: given.sort ?? wholeList.sort, order: given.order ?? wholeList.order,
  search: given.search ?? '', folder: given.folder ?? '', tag: given.tag ?? '', person: given.person ?? '', createdFrom: given.createdFrom ?? '', createdBefore: given.createdBefore ?? '',
});
