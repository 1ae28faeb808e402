/** Filters of lists that a person keeps under a name: for one kind of list, in one space. */
import { z } from 'zod';
import { isoTime, objectId } from '#contract/entities/common.ts';
import { listOrders, listSorts, ownershipFilters, transactionFilters } from '#contract/entities/list-query.ts';
import { resourceKinds, type ResourceKind } from '#contract/entities/sharing.ts';
import { lengths } from '#contract/limits/lengths.ts';

export const savedFilterName = z.string().trim().min(1).max(lengths.label);
const text = z.string().trim().max(lengths.title).optional();

/** What is left out is not chosen. `from` and `until` are days of whoever looks at the list, both included. */
export const savedQuery = z.object({
  filter: z.enum(transactionFilters).optional(),
  search: text,
  sort: z.enum(listSorts).optional(),
  order: z.enum(listOrders).optional(),
  folder: objectId.optional(),
  tag: objectId.optional(),
  person: text,
  from: z.iso.date().optional(),
  until: z.iso.date().optional(),
});
export type SavedQuery = z.output<typeof savedQuery>;

/** The filters of a kind of list. */
export const filtersOf = (kind: ResourceKind): readonly string[] => (kind === 'transaction' ? transactionFilters : ownershipFilters);

export const savedFilter = z.object({
  id: objectId,
  kind: z.enum(resourceKinds),
  name: z.string(),
  query: savedQuery,
  createdAt: isoTime,
});
export type SavedFilter = z.output<typeof savedFilter>;
