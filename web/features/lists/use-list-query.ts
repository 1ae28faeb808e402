import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ListQuery, ListShape } from './list-query.ts';
import { readListQuery, writeListQuery } from './list-query.ts';

/** Returns the query in the URL and a setter. A search replaces the history entry; a filter adds one, which Back undoes. */
export const useListQuery = <Filter extends string, Sort extends string>(
  shape: ListShape<Filter | 'all', Sort | 'created_at'>,
): [ListQuery<Filter | 'all', Sort | 'created_at'>, (changes: Partial<ListQuery<string, string>>) => void] => {
  const [parameters, setParameters] = useSearchParams();
  const query = useMemo(() => readListQuery(parameters, shape), [parameters, shape]);
  const change = useCallback(
    (changes: Partial<ListQuery<string, string>>) =>
      setParameters((current) => writeListQuery(current, changes), { replace: !('filter' in changes) }),
    [setParameters],
  );
  return [query, change];
};
