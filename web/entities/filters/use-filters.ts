import { useEffect, useMemo } from 'react';
import type { SavedFilter } from '#contract/entities/saved-filter.ts';
import type { ResourceKind } from '#contract/entities/sharing.ts';
import { selectOrgId } from '../session/session.slice.ts';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { fetchFilters } from './filters.requests.ts';
import { selectFilters } from './filters.slice.ts';

/** The kept filters of a kind of list, as far as they were loaded. */
export const useLoadedFilters = (kind: ResourceKind): readonly SavedFilter[] => {
  const filters = useAppSelector(selectFilters);
  return useMemo(() => filters.filter((each) => each.kind === kind), [filters, kind]);
};

/** Loads the kept filters of the space. A list is complete without them: a failure is not shown. */
export const useFilters = (kind: ResourceKind): readonly SavedFilter[] => {
  const dispatch = useAppDispatch();
  const space = useAppSelector(selectOrgId);
  useEffect(() => {
    const request = dispatch(fetchFilters(undefined));
    return () => request.abort();
  }, [dispatch, space]);
  return useLoadedFilters(kind);
};
