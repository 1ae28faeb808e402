import { useEffect, useRef } from 'react';
import type { UnknownAction } from '@reduxjs/toolkit';
import { selectRequest } from '#web/entities/requests/requests.slice.ts';
import type { AppDispatch } from '#web/entities/store.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { selectService } from '#web/entities/ui-state/ui.slice.ts';

type Thunk = ReturnType<AppDispatch> extends never ? UnknownAction : Parameters<AppDispatch>[0];

interface Fetched {
  /** Names of the two requests. */
  first: string;
  more: string;
  fetchFirst(): Thunk;
  fetchMore(all: boolean): Thunk;
  initiallyFetched: boolean;
  allFetched: boolean;
  /** Whether the query needs the whole list. */
  needsAll: boolean;
}

/** Fetches the first page on mount, and all others if the query needs them. */
export const useFetchedList = ({ first, more, fetchFirst, fetchMore, initiallyFetched, allFetched, needsAll }: Fetched) => {
  const dispatch = useAppDispatch();
  const firstState = useAppSelector((state) => selectRequest(state, first));
  const moreState = useAppSelector((state) => selectRequest(state, more));
  const canContinue = initiallyFetched && !allFetched && firstState.status === 'resolved' && moreState.status !== 'pending';

  useEffect(() => {
    dispatch(fetchFirst());
  }, [dispatch, fetchFirst]);

  const service = useAppSelector(selectService);
  const failed = firstState.status === 'rejected';
  const wasAway = useRef(false);
  useEffect(() => {
    if (service === 'unavailable') wasAway.current = true;
    // Retries when the service is available again. A failure while it is available waits for the person.
    else if (wasAway.current) {
      wasAway.current = false;
      if (failed) dispatch(fetchFirst());
    }
  }, [dispatch, fetchFirst, service, failed]);

  useEffect(() => {
    if (needsAll && canContinue && moreState.status !== 'rejected') dispatch(fetchMore(true));
  }, [dispatch, fetchMore, needsAll, canContinue, moreState.status]);

  return {
    error: firstState.error ?? moreState.error,
    isFetching: firstState.status === 'pending' || moreState.status === 'pending',
    canContinue,
    retry: () => void dispatch(fetchFirst()),
    fetchNext: () => void dispatch(fetchMore(false)),
  };
};
