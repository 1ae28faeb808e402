// @vitest-environment node
import { expect, it, vi } from 'vitest';
import { call } from '#web/services/api/call.ts';
import { AppError } from '#web/services/app-error.ts';
import { createStore } from '../store.ts';
import { storeMedia } from './media.requests.ts';

vi.mock('#web/services/api/call.ts', () => ({ call: vi.fn<(id: string) => Promise<unknown>>() }));
vi.mock('#web/services/api/bodies.ts', () => ({ putBody: async () => undefined }));

it.each([['limit_exceeded', true], ['storage_exceeded', false]] as const)('%s fetches the list again: %s', async (code, isFetched) => {
  vi.mocked(call).mockReset().mockImplementation(async (id) => {
    if (id === 'media.create') throw new AppError(code);
    return id === 'media.list' ? { list: [] } : { url: '/put', imageRef: 'r' };
  });
  const failure: unknown = await createStore().dispatch(storeMedia({ type: 'signature', fillType: 'draw', image: new Blob(['x']) })).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code });
  await vi.waitFor(() => expect(vi.mocked(call).mock.calls.some(([id]) => id === 'media.list')).toBe(isFetched));
});
