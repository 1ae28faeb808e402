/** Filters of lists that people keep under a name. */
import type { InputOf } from '#contract/calls/calls.ts';
import { filtersOf, type SavedFilter } from '#contract/entities/saved-filter.ts';
import { counts } from '#contract/limits/counts.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import { newId } from '#server/platform/id.ts';
import { lockCreation } from '#server/repositories/lock.ts';
import { deleteSavedFilter, findSavedFilter, findSavedFilters, insertSavedFilter, lockSavedFilters, renameSavedFilter, type SavedFilterRow } from '#server/repositories/saved-filters.repository.ts';
import { spaceOf, type Caller } from '#server/services/caller.ts';

export type FiltersService = ReturnType<typeof createFiltersService>;

type NewFilter = NonNullable<InputOf<'filters.create'>['body']>;

const lower = (name: string): string => name.toLocaleLowerCase('und');
const toFilter = ({ id, kind, name, query, created_at: createdAt }: SavedFilterRow): SavedFilter => ({ id, kind, name, query, createdAt: createdAt.toISOString() });
const orgOf = (caller: Caller): string | null => spaceOf(caller).organization?.id ?? null;

export function createFiltersService({ db }: { db: Db }) {
  const list = async (caller: Caller): Promise<{ filters: SavedFilter[] }> => ({ filters: (await findSavedFilters(db, caller.userId, orgOf(caller))).map(toFilter) });

  async function create(caller: Caller, { id = newId(), kind, name, query }: NewFilter): Promise<SavedFilter> {
    if (query.filter && !filtersOf(kind).includes(query.filter)) throw new AppError('request_validation_error', [{ path: 'body/query/filter', message: 'Not a filter of this list' }]);
    const orgId = orgOf(caller);
    return db.transaction().execute(async (tx) => {
      await lockCreation(tx, id);
      await lockSavedFilters(tx, caller.userId);
      const known = await findSavedFilters(tx, caller.userId, orgId);
      // A retried create, whose first response was lost.
      const repeated = known.find((each) => each.id === id);
      if (repeated) return toFilter(repeated);
      if (await findSavedFilter(tx, id)) throw new AppError('conflict');
      const others = known.filter((each) => each.kind === kind);
      assertFree(others, name);
      if (others.length >= counts.savedFilters) throw new AppError('limit_exceeded');
      return toFilter(await insertSavedFilter(tx, { id, user_id: caller.userId, org_id: orgId, kind, name, query: JSON.stringify(query) }));
    });
  }

  async function rename(caller: Caller, id: string, name: string): Promise<SavedFilter> {
    return db.transaction().execute(async (tx) => {
      await lockSavedFilters(tx, caller.userId);
      const row = await ownFilter(tx, caller, id);
      const others = await findSavedFilters(tx, caller.userId, row.org_id);
      assertFree(others.filter((each) => each.kind === row.kind && each.id !== id), name);
      await renameSavedFilter(tx, id, name);
      return toFilter({ ...row, name });
    });
  }

  async function remove(caller: Caller, id: string): Promise<void> {
    if (!(await deleteSavedFilter(db, id, caller.userId))) throw new AppError('not_found');
  }

  return { list, create, rename, remove };
}

function assertFree(others: readonly SavedFilterRow[], name: string): void {
  if (others.some((each) => lower(each.name) === lower(name))) throw new AppError('conflict');
}

/** Nobody learns of the filters of others. */
async function ownFilter(tx: Tx, caller: Caller, id: string): Promise<SavedFilterRow> {
  const row = await findSavedFilter(tx, id);
  if (row?.user_id !== caller.userId) throw new AppError('not_found');
  return row;
}
