// @vitest-environment node
// Node's own blobs, which the imitation of IndexedDB can store.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refreshOffline } from './keep-offline.service.ts';
import { pinsOf, setKeepsWaiting } from './pins.ts';

vi.mock('./known-person.ts', () => ({ knownPerson: () => 'ada' }));
const requests = ['coded', 'open'].map((id) => ({
  id, name: id, status: 'pending', ownerId: 'grace', fileIds: [`file-${id}`], options: {},
  recipients: [{ id: 'r', userId: 'ada', type: 'signer', participation: 'signer', signingOrder: 1, completed: false, requireAccessCode: id === 'coded' }],
}));
vi.mock('../api/call.ts', () => ({
  call: async (name: string, { params }: { params?: { id: string } }) => {
    if (name === 'transactions.list') return { transactions: requests };
    if (name === 'transactions.get') return requests.find(({ id }) => id === params?.id);
    return name === 'files.downloadUrl' ? { url: '', version: 1, hash: 'h', size: 3 } : { id: params?.id };
  },
}));
vi.mock('../api/bodies.ts', () => ({ fetchBody: async () => ({ body: new Blob(['abc']), version: 1, hash: 'h' }) }));

beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => 'yes', setItem: () => undefined, removeItem: () => undefined });
  vi.stubGlobal('navigator', { storage: { estimate: async () => ({ quota: 1e9 }) } });
});
afterEach(() => vi.unstubAllGlobals());

it('a request behind an access code does not hold up the others that wait', async () => {
  await setKeepsWaiting('ada', true);
  await refreshOffline('ada');
  expect((await pinsOf('ada')).map(({ id }) => id)).toEqual(['open']);
});
