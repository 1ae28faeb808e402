import type { InputOf } from '#contract/calls/calls.ts';
import type { Label } from '#contract/entities/label.ts';
import { call } from '#web/services/api/call.ts';
import { toAppError } from '#web/services/app-error.ts';
import { createRequest } from '../requests/create-request.ts';
import { labelRemoved, labelSaved, labelsReceived, selectLabelChanges } from './labels.slice.ts';

export const fetchLabels = createRequest('labels/listRequested', async (_: undefined, { dispatch, getState, signal }) => {
  const { orgId } = getState().session;
  let labels: readonly Label[];
  let before: number;
  // An answer from before a label was saved or removed would undo that on the screen.
  do {
    before = selectLabelChanges(getState());
    ({ labels } = await call('labels.list', {}, { signal }));
    if (getState().session.orgId !== orgId) return;
  } while (selectLabelChanges(getState()) !== before);
  dispatch(labelsReceived(labels));
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
  try {
    await call('labels.delete', { params: { id } });
  } catch (error) {
    if (toAppError(error).code !== 'not_found') throw error;
  }
  dispatch(labelRemoved(id));
});
