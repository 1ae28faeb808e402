import type { InputOf } from '#contract/calls/calls.ts';
import { call } from '#web/services/api/call.ts';
import { createRequest } from '../requests/create-request.ts';
import { fetchUnchanged } from '../requests/fetch-unchanged.ts';
import { unlessGone } from '../requests/unless-gone.ts';
import { labelRemoved, labelSaved, labelsReceived, selectLabelChanges } from './labels.slice.ts';

export const fetchLabels = createRequest('labels/listRequested', async (_: undefined, { dispatch, getState, signal }) => {
  const answer = await fetchUnchanged(getState, selectLabelChanges, () => call('labels.list', {}, { signal }));
  if (answer) dispatch(labelsReceived(answer.labels));
});

/** The same id again, after a lost answer, adds nothing. */
export const createLabel = createRequest('labels/createRequested', async (body: InputOf<'labels.create'>['body'] & { id: string }, { dispatch }) => {
  dispatch(labelSaved(await call('labels.create', { body })));
});

export const renameLabel = createRequest('labels/renameRequested', async ({ id, name }: { id: string; name: string }, { dispatch }) => {
  dispatch(labelSaved(await call('labels.update', { params: { id }, body: { name } })));
});

/** Deletes a label. One that is gone already counts as deleted. */
export const deleteLabel = createRequest('labels/deleteRequested', async ({ id }: { id: string }, { dispatch }) => {
  await unlessGone(call('labels.delete', { params: { id } }));
  dispatch(labelRemoved(id));
});
