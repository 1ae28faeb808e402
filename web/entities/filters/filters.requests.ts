import type { InputOf } from '#contract/calls/calls.ts';
import { call } from '#web/services/api/call.ts';
import { createRequest } from '../requests/create-request.ts';
import { fetchUnchanged } from '../requests/fetch-unchanged.ts';
import { unlessGone } from '../requests/unless-gone.ts';
import { filterRemoved, filterSaved, filtersReceived, selectFilterChanges } from './filters.slice.ts';

export const fetchFilters = createRequest('filters/listRequested', async (_: undefined, { dispatch, getState, signal }) => {
  const answer = await fetchUnchanged(getState, selectFilterChanges, () => call('filters.list', {}, { signal }));
  if (answer) dispatch(filtersReceived(answer.filters));
});

/** The same id again, after a lost answer, adds nothing. */
export const saveFilter = createRequest('filters/createRequested', async (body: InputOf<'filters.create'>['body'] & { id: string }, { dispatch }) => {
  dispatch(filterSaved(await call('filters.create', { body })));
});

export const renameFilter = createRequest('filters/renameRequested', async ({ id, name }: { id: string; name: string }, { dispatch }) => {
  dispatch(filterSaved(await call('filters.update', { params: { id }, body: { name } })));
});

/** Deletes a filter. One that is gone already counts as deleted. */
export const deleteFilter = createRequest('filters/deleteRequested', async ({ id }: { id: string }, { dispatch }) => {
  await unlessGone(call('filters.delete', { params: { id } }));
  dispatch(filterRemoved(id));
});
