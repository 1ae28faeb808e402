// @vitest-environment node
// Node's own forms and responses, as browsers have them.
import { beforeEach, expect, it, vi } from 'vitest';
import { receiveShared } from './shared-files.ts';

const stored = new Map<string, Response>();
beforeEach(() => {
  stored.clear();
  vi.stubGlobal('caches', { open: async () => ({ keys: async () => [...stored.keys()], delete: async (key: string) => stored.delete(key), put: async (key: string, response: Response) => void stored.set(key, response) }) });
  // Node's takes no address without an origin.
  vi.spyOn(Response, 'redirect').mockImplementation((location) => new Response(null, { status: 303, headers: { location: String(location) } }));
});

const post = (body: BodyInit, headers?: HeadersInit) => receiveShared(new Request('https://sign.example.org/upload', { method: 'POST', body, ...(headers ? { headers } : {}) }));

it('takes documents in place of those before', async () => {
  for (const name of ['Lease.pdf', 'Offer.pdf']) {
    const form = new FormData();
    form.append('documents', new File(['%PDF'], name, { type: 'application/pdf' }));
    expect((await post(form)).headers.get('location')).toBe('/upload?shared');
  }
  expect([...stored.values()].map(({ headers }) => headers.get('x-file-name'))).toEqual(['Offer.pdf']);
});

it('opens the page for what is no form, which any page on the web can send', async () => {
  expect((await post('nothing', { 'content-type': 'text/plain' })).headers.get('location')).toBe('/upload');
  expect(stored.size).toBe(0);
});
