import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { wholeList, type ResourcesQuery } from '#contract/entities/list-query.ts';
import { lengths } from '#contract/limits/lengths.ts';

/** The query of a list that is always sorted by name. The search is in the URL. */
export const useNameQuery = (): [ResourcesQuery, (search: string) => void] => {
  const [parameters, setParameters] = useSearchParams();
  const search = (parameters.get('search') ?? '').slice(0, lengths.title);
  const query = useMemo(() => ({ ...wholeList, search, sort: 'name', order: 'ascent' }) as const, [search]);
  return [query, (text) => setParameters(text === '' ? {} : { search: text }, { replace: true })];
};
