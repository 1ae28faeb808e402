import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ListQuery } from '#contract/entities/list-query.ts';
import { readListQuery, writeListQuery } from './list-query.ts';

export type ChangeQuery = (changes: Partial<ListQuery>) => void;

/** Returns the query in the URL and a setter. A search replaces the history entry; everything that filters the list adds one, which Back undoes. */
export const useListQuery = <Filter extends string>(filters: readonly (Filter | 'all')[]): [ListQuery<Filter | 'all'>, ChangeQuery] => {
  const [parameters, setParameters] = useSearchParams();
  const query = useMemo(() => readListQuery(parameters, filters), [parameters, filters]);
  const change = useCallback<ChangeQuery>(
    (changes) => {
      // The URL has what was just chosen, while the page that shows it may still be rendering.
      const current = new URLSearchParams(window.location.search);
      setParameters(writeListQuery(current, changes), { replace: !['filter', 'folder', 'tag', 'person', 'createdFrom', 'createdBefore'].some((name) => name in changes) });
    },
    [setParameters],
  );
  return [query, change];
};
