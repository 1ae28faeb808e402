import type { InputOf, OutputOf } from '#contract/calls/calls.ts';
import type { ResourcesQuery } from '#contract/entities/list-query.ts';
import { call } from '#web/services/api/call.ts';
import { createListRequests } from '../list-requests.ts';
import { createRequest } from '../requests/create-request.ts';
import { unlessGone } from '../requests/unless-gone.ts';
import { fetchFailure } from '../requests/fetch-failure.ts';
import { fileReceived, fileRemoved, filesFiled, filesPageReceived } from './files.slice.ts';

const byId = ({ id }: { id: string }) => id;

export const filesRequests = createListRequests<ResourcesQuery, OutputOf<'files.list'>>({
  name: 'files',
  fetch: (query, signal) => call('files.list', { query }, { signal }),
  received: (page, query, after) => filesPageReceived({ ...page, items: page.files, query, after }),
  stateOf: ({ files }) => files,
});

/** Fetches the metadata with its fields. */
export const fetchFile = createRequest(
  'files/oneRequested',
  async ({ id }: { id: string }, { dispatch, signal }) => {
    try {
      const meta = await call('files.getMeta', { params: { id } }, { signal });
      dispatch(fileReceived(meta));
      return meta;
    } catch (error) {
      const failure = fetchFailure(error);
      if (failure.code === 'not_found') dispatch(fileRemoved(id));
      throw failure;
    }
  },
  { key: byId },
);

export const updateFile = createRequest(
  'files/updateRequested',
  async ({ id, ...body }: { id: string } & InputOf<'files.updateMeta'>['body'], { dispatch }) => {
    const meta = await call('files.updateMeta', { params: { id }, body });
    // Without the server, a document that was never opened is known by its entry in the list only.
    dispatch('attributes' in meta ? fileReceived(meta) : filesFiled([meta]));
    return meta;
  },
  { key: byId },
);

export const deleteFile = createRequest(
  'files/deleteRequested',
  async ({ id }: { id: string }, { dispatch }) => {
    await unlessGone(call('files.delete', { params: { id } }));
    dispatch(fileRemoved(id));
  },
  { key: byId },
);
