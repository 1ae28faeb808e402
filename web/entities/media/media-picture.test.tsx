import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mediaDataUrl, useMediaAddress } from './media-picture.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
const call = vi.hoisted(() => vi.fn<(id: string, input: object) => Promise<{ url: string }>>(async () => ({ url: '/new' })));
vi.mock('#web/services/api/call.ts', () => ({ call }));

let statusOf: Record<string, number>;
beforeEach(() => {
  call.mockClear();
  statusOf = { '/old': 403, '/new': 200 };
  vi.stubGlobal('fetch', async (address: string) => new Response('x', { status: statusOf[address] ?? 404, headers: { 'content-type': 'image/png' } }));
});
afterEach(() => vi.unstubAllGlobals());

const media = { id: 'm', imageUrl: '/old' };

test('a picture whose address is refused is fetched by a new one', async () => {
  expect(await mediaDataUrl(media)).toBe('data:image/png;base64,eA==');
  expect(call).toHaveBeenCalledExactlyOnceWith('media.downloadUrl', { params: { id: 'm' } });
});

test('no new address is asked for while the old one works, nor for a picture that is gone', async () => {
  statusOf['/old'] = 200;
  await mediaDataUrl(media);
  statusOf['/old'] = 404;
  await expect(mediaDataUrl(media)).rejects.toMatchObject({ code: 'unable_to_get' });
  expect(call).not.toHaveBeenCalled();
});

test('a picture on the screen gets one new address', async () => {
  const Picture = () => {
    const { address, renew } = useMediaAddress(media);
    return <img src={address} alt="" onError={renew} />;
  };
  const root = createRoot(document.body);
  await act(async () => root.render(<Picture />));
  const shown = () => document.querySelector('img')?.getAttribute('src');
  expect(shown()).toBe('/old');
  for (let times = 0; times < 3; times += 1) await act(async () => document.querySelector('img')?.dispatchEvent(new Event('error')));
  expect(shown()).toBe('/new');
  expect(call).toHaveBeenCalledOnce();
  await act(async () => root.unmount());
});
