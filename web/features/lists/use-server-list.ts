import type { UnknownAction } from '@reduxjs/toolkit';
import { useEffect, useRef } from 'react';
import { isNarrowed, type ListQuery } from '#contract/entities/list-query.ts';
import type { ListRequests } from '#web/entities/list-requests.ts';
import { keyOfQuery } from '#web/entities/list-rules.ts';
import type { ListState, LoadedList } from '#web/entities/list-state.ts';
import { selectRequest } from '#web/entities/requests/requests.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { selectService } from '#web/entities/ui-state/ui.slice.ts';

interface ServerListOptions<Query extends ListQuery> {
  query: Query;
  state: ListState<Partial<Record<string, number>>>;
  requests: Omit<ListRequests<Query>, 'refresh'>;
  /** Tells the slice which query is on the screen. */
  opened(query: ListQuery | null): UnknownAction;
}

/** Retries a failed request when the service is available again. A failure while it is available waits for the person. */
const useRetryAfterOutage = (hasFailed: boolean, retry: () => void): void => {
  const service = useAppSelector(selectService);
  const wasAway = useRef(false);
  const again = useRef(retry);
  again.current = retry;
  useEffect(() => {
    if (service === 'unavailable') wasAway.current = true;
    else if (wasAway.current) {
      wasAway.current = false;
      if (hasFailed) again.current();
    }
  }, [service, hasFailed]);
};

/** The list of a query; until it is there, the one before, so that typing does not make the rows flicker. */
const useLatestList = (lists: Record<string, LoadedList>, key: string, hasFailed: boolean): { list: LoadedList | undefined; isOutdated: boolean } => {
  const latest = useRef(key);
  if (lists[key]) latest.current = key;
  const list = lists[key] ?? (hasFailed ? undefined : lists[latest.current]);
  return { list, isOutdated: list !== undefined && list !== lists[key] };
};

/** Loads the first page of a query when it changes, and more pages on demand. A request that is no longer wanted is aborted. */
export const useServerList = <Query extends ListQuery>({ query, state, requests, opened }: ServerListOptions<Query>) => {
  const dispatch = useAppDispatch();
  const key = keyOfQuery(query);
  const { fetchFirst, fetchMore, firstName, moreName } = requests;
  const first = useAppSelector((store) => selectRequest(store, firstName(query)));
  const more = useAppSelector((store) => selectRequest(store, moreName(query)));
  const { list, isOutdated } = useLatestList(state.lists, key, first.status === 'rejected');
  const next = useRef<{ abort(): void } | null>(null);

  useEffect(() => {
    dispatch(opened(query));
    const request = dispatch(fetchFirst(query));
    return () => {
      request.abort();
      next.current?.abort();
    };
    // The key stands for the query.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [dispatch, opened, fetchFirst, key]);
  useEffect(() => () => void dispatch(opened(null)), [dispatch, opened]);

  const reload = () => void dispatch(fetchFirst(query));
  const fetchNext = () => {
    next.current = dispatch(fetchMore(query));
  };
  useRetryAfterOutage(first.status === 'rejected', reload);
  const ids = list?.ids ?? none;
  return {
    ids,
    isOutdated,
    /** Number of entries of the whole list; null if only the server knows. */
    total: isOutdated ? null : totalOf(list, query, state.counters),
    isComplete: list?.allFetched ?? false,
    error: first.error ?? more.error,
    canContinue: !isOutdated && (list?.lastKey ?? null) !== null && first.status !== 'pending' && more.status !== 'pending' && more.status !== 'rejected',
    retry: () => (more.status === 'rejected' && first.status !== 'rejected' ? fetchNext() : reload()),
    fetchNext,
    isWaiting: list === undefined && !first.error,
  };
};

const none: readonly string[] = [];

/** The counters count what a filter shows, without a search. Some lists have none. */
function totalOf(list: LoadedList | undefined, query: ListQuery, counters: Partial<Record<string, number>>): number | null {
  if (!list) return null;
  if (list.allFetched) return list.ids.length;
  const counted = isNarrowed(query) ? undefined : counters[query.filter];
  return counted === undefined ? null : Math.max(list.ids.length, counted);
}
