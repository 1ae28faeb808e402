import type { FillType } from '#contract/entities/field.ts';
import type { Media, MediaType } from '#contract/entities/media.ts';
import { call } from '#web/services/api/call.ts';
import { putBody } from '#web/services/api/bodies.ts';
import { toAppError } from '#web/services/app-error.ts';
import { createRequest } from '../requests/create-request.ts';
import type { AppDispatch } from '../store.ts';
import { mediaListReceived, mediaReceived, mediaRemoved } from './media.slice.ts';

export const fetchMedia = createRequest('media/listRequested', async (_: void, { dispatch, signal }) => {
  const { list } = await call('media.list', {}, { signal });
  dispatch(mediaListReceived(list));
});

interface NewMedia {
  type: MediaType;
  fillType: FillType;
  /** image/png */
  image: Blob;
  /** Permits a phone without a session to upload. */
  ticket?: string;
}

/** Uploads a picture and stores it as media. It bypasses `createRequest`, because actions must not hold bytes. */
export const addMedia = async ({ type, fillType, image, ticket }: NewMedia): Promise<Media> => {
  const query = ticket ? { ticket } : {};
  const { url, imageRef } = await call('media.uploadUrl', { query, body: { mimeType: 'image/png', size: image.size } });
  await putBody(url, image, { mimeType: 'image/png' });
  return call('media.create', { query, body: { type, fillType, imageRef } });
};

/** Stores an own picture. If there are too many, the list on this device was outdated and is fetched again (document 3 §8.3). */
export const storeMedia = (media: NewMedia) => async (dispatch: AppDispatch): Promise<void> => {
  try {
    dispatch(mediaReceived(await addMedia(media)));
  } catch (error) {
    if (toAppError(error).code === 'limit_exceeded') void dispatch(fetchMedia());
    throw error;
  }
};

export const makeMediaDefault = createRequest(
  'media/defaultRequested',
  async ({ id }: { id: string }, { dispatch }) => {
    dispatch(mediaReceived(await call('media.setDefault', { params: { id }, body: {} })));
  },
  { key: ({ id }) => id },
);

export const deleteMedia = createRequest(
  'media/deleteRequested',
  async ({ id }: { id: string }, { dispatch }) => {
    await call('media.delete', { params: { id } });
    dispatch(mediaRemoved(id));
    await dispatch(fetchMedia());
  },
  { key: ({ id }) => id },
);
