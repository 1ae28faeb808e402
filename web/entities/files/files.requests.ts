import type { InputOf } from '#contract/calls/calls.ts';
import { call } from '#web/services/api/call.ts';
import { toAppError } from '#web/services/app-error.ts';
import { fetchPages } from '../list-state.ts';
import { createRequest, onlyOne } from '../requests/create-request.ts';
import { fileReceived, fileRemoved, filesPageReceived } from './files.slice.ts';

const byId = ({ id }: { id: string }) => id;

export const fetchFiles = createRequest('files/listRequested', async (_: void, { dispatch, signal }) => {
  const page = await call('files.list', {}, { signal });
  dispatch(filesPageReceived({ ...page, items: page.files, first: true, after: null }));
});

/** Fetches the next page, or all remaining pages. */
export const fetchMoreFiles = createRequest('files/moreRequested', async ({ all }: { all: boolean }, { dispatch, getState, signal }) => {
  const { lastKey, reached } = getState().files;
  if (!lastKey) return;
  await fetchPages({
    from: lastKey,
    after: reached,
    all,
    fetch: (exclusiveFrom) => call('files.list', { query: exclusiveFrom ? { exclusiveFrom } : {} }, { signal }),
    itemsOf: (page) => page.files,
    receive: (items, page, after) => dispatch(filesPageReceived({ ...page, items, first: false, after })),
  });
}, onlyOne('files/moreRequested'));

/** Fetches the metadata with its fields. */
export const fetchFile = createRequest(
  'files/oneRequested',
  async ({ id }: { id: string }, { dispatch, signal }) => {
    try {
      const meta = await call('files.getMeta', { params: { id } }, { signal });
      dispatch(fileReceived(meta));
      return meta;
    } catch (error) {
      if (toAppError(error).code === 'not_found') dispatch(fileRemoved(id));
      throw error;
    }
  },
  { key: byId },
);

export const updateFile = createRequest(
  'files/updateRequested',
  async ({ id, ...body }: { id: string } & InputOf<'files.updateMeta'>['body'], { dispatch }) => {
    const meta = await call('files.updateMeta', { params: { id }, body });
    dispatch(fileReceived(meta));
    return meta;
  },
  { key: byId },
);

export const deleteFile = createRequest(
  'files/deleteRequested',
  async ({ id }: { id: string }, { dispatch }) => {
    try {
      await call('files.delete', { params: { id } });
    } catch (error) {
      if (toAppError(error).code !== 'not_found') throw error;
    }
    dispatch(fileRemoved(id));
  },
  { key: byId },
);
