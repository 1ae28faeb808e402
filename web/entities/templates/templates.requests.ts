import type { InputOf, OutputOf } from '#contract/calls/calls.ts';
import type { ResourcesQuery } from '#contract/entities/list-query.ts';
import { call } from '#web/services/api/call.ts';
import { newObjectId } from '#web/services/object-id.ts';
import { createListRequests } from '../list-requests.ts';
import { createRequest } from '../requests/create-request.ts';
import { unlessGone } from '../requests/unless-gone.ts';
import { fetchFailure } from '../requests/fetch-failure.ts';
import { transactionReceived } from '../transactions/transactions.slice.ts';
import { templateAdded, templateReceived, templateRemoved, templatesPageReceived } from './templates.slice.ts';

const byId = ({ id }: { id: string }) => id;

export const templatesRequests = createListRequests<ResourcesQuery, OutputOf<'templates.list'>>({
  name: 'templates',
  fetch: (query, signal) => call('templates.list', { query }, { signal }),
  received: (page, query, after) => templatesPageReceived({ ...page, items: page.templates, query, after }),
  stateOf: ({ templates }) => templates,
});

export const fetchTemplate = createRequest(
  'templates/oneRequested',
  async ({ id }: { id: string }, { dispatch, signal }) => {
    try {
      const template = await call('templates.get', { params: { id } }, { signal });
      dispatch(templateReceived(template));
      return template;
    } catch (error) {
      const failure = fetchFailure(error);
      if (failure.code === 'not_found') dispatch(templateRemoved(id));
      throw failure;
    }
  },
  { key: byId },
);

export const createTemplate = createRequest('templates/createRequested', async (body: InputOf<'templates.create'>['body'], { dispatch }) => {
  const template = await call('templates.create', { body: { id: newObjectId(), ...body } });
  dispatch(templateAdded(template));
  return template;
});

export const updateTemplate = createRequest(
  'templates/updateRequested',
  async ({ id, ...body }: { id: string } & InputOf<'templates.update'>['body'], { dispatch }) => {
    const template = await call('templates.update', { params: { id }, body });
    dispatch(templateReceived(template));
    return template;
  },
  { key: byId },
);

/** Creates a template from a transaction: copies the files and replaces people with roles. */
export const saveAsTemplate = createRequest(
  'templates/fromTransactionRequested',
  async ({ id, name }: { id: string; name: string }, { dispatch }) => {
    const template = await call('templates.fromTransaction', { params: { id }, body: { name } });
    dispatch(templateAdded(template));
    return template;
  },
  { key: byId },
);

/** Creates a draft with copies of the template's files and people for its roles. */
export const instantiateTemplate = createRequest(
  'templates/useRequested',
  async ({ id, ...body }: { id: string } & InputOf<'templates.use'>['body'], { dispatch }) => {
    const transaction = await call('templates.use', { params: { id }, body });
    dispatch(transactionReceived(transaction));
    return transaction;
  },
  { key: byId },
);

/** Deleting a missing template succeeds (document 3 §8.3). */
export const deleteTemplate = createRequest(
  'templates/deleteRequested',
  async ({ id }: { id: string }, { dispatch }) => {
    await unlessGone(call('templates.delete', { params: { id } }));
    dispatch(templateRemoved(id));
  },
  { key: byId },
);
