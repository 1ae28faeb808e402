/** Requests for the pages of a list. */
import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import type { ListQuery } from '#contract/entities/list-query.ts';
import { wholeList } from '#contract/entities/list-query.ts';
import { keyOfQuery } from './list-rules.ts';
import type { ListState } from './list-state.ts';
import { answersInOrder } from './requests/answers-in-order.ts';
import { createRequest } from './requests/create-request.ts';
import type { RootState } from './store.ts';

type ListRequest = ThunkAction<Promise<unknown> & { abort(): void }, RootState, undefined, UnknownAction>;

export interface ListRequests<Query extends ListQuery> {
  /** Loads the first page, also again. */
  fetchFirst(query: Query): ListRequest;
  /** Loads the next page, unless it is coming already. */
  fetchMore(query: Query): ListRequest;
  /** Loads the first page of the list on the screen again, or of the whole one. */
  refresh(): ThunkAction<Promise<unknown>, RootState, undefined, UnknownAction>;
  /** Name under which the state of `fetchFirst` is tracked. */
  firstName(query: ListQuery): string;
  moreName(query: ListQuery): string;
}

interface ListSource<Query extends ListQuery, Page extends { lastKey: string | null }> {
  name: string;
  fetch(query: Partial<Query> & { exclusiveFrom?: string }, signal: AbortSignal): Promise<Page>;
  /** The action that adds a page to the slice. */
  received(page: Page, query: Query, after: string | null): UnknownAction;
  stateOf(state: RootState): Pick<ListState<unknown>, 'shown' | 'lists'>;
}

/** Parameters that differ from the defaults. */
function parametersOf<Query extends ListQuery>(query: Query): Partial<Query> {
  const standards: ListQuery = wholeList;
  const own = { ...query, search: query.search.trim(), person: query.person.trim() };
  return Object.fromEntries(Object.entries(own).filter(([name, value]) => value !== standards[name as keyof ListQuery])) as Partial<Query>;
}

export function createListRequests<Query extends ListQuery, Page extends { lastKey: string | null }>({ name, fetch, received, stateOf }: ListSource<Query, Page>): ListRequests<Query> {
  const firstName = (query: ListQuery): string => `${name}/listRequested/${keyOfQuery(query)}`;
  const moreName = (query: ListQuery): string => `${name}/moreRequested/${keyOfQuery(query)}`;
  const trackRequest = answersInOrder();
  /** An answer for another space than the one on the screen is dropped. */
  const spaceOf = (state: RootState): string | null => state.session.orgId;
  const fetchFirst = createRequest(`${name}/listRequested`, async (query: Query, { dispatch, getState, signal }) => {
    const space = spaceOf(getState());
    const isNews = trackRequest(`${space} ${keyOfQuery(query)}`);
    const page = await fetch(parametersOf(query), signal);
    if (isNews() && spaceOf(getState()) === space) dispatch(received(page, query, null));
  }, { key: keyOfQuery }) as unknown as ListRequests<Query>['fetchFirst'];
  const fetchMore = createRequest(`${name}/moreRequested`, async (query: Query, { dispatch, getState, signal }) => {
    const after = stateOf(getState()).lists[keyOfQuery(query)]?.lastKey;
    if (!after) return;
    const space = spaceOf(getState());
    const page = await fetch({ ...parametersOf(query), exclusiveFrom: after }, signal);
    if (spaceOf(getState()) === space) dispatch(received(page, query, after));
  }, { key: keyOfQuery, condition: (query, { requests }) => requests[moreName(query)]?.status !== 'pending' }) as unknown as ListRequests<Query>['fetchMore'];
  const refresh: ListRequests<Query>['refresh'] = () => (dispatch, getState) => dispatch(fetchFirst((stateOf(getState()).shown ?? wholeList) as Query));
  return { fetchFirst, fetchMore, refresh, firstName, moreName };
}
