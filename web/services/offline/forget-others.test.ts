// @vitest-environment node
// Node's own blobs, which the imitation of IndexedDB can store.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { timing } from '#contract/limits/timing.ts';
import { readCached, writeCached } from '../storage/database.ts';
import { forgetLongGone } from './forget-others.ts';
import { storedTransactionKey, storeTransactionKey } from '../encryption/stored-keys.ts';
import { cacheBody, cachedDocumentsOf } from './cached-bodies.ts';
import { addPin } from './pins.ts';

const known = vi.hoisted(() => ({ person: 'ada' }));
vi.mock('./known-person.ts', () => ({ knownPerson: () => known.person }));

beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => 'yes', setItem: () => undefined, removeItem: () => undefined });
  vi.stubGlobal('navigator', { storage: { estimate: async () => ({ quota: 1e9 }) } });
});
afterEach(() => vi.unstubAllGlobals());

it('what is kept of somebody who never signed out goes when the app would not open for them any more', async () => {
  await addPin('ada', { kind: 'file', id: 'f', title: 'Lease', fileIds: ['f'], whileWaiting: false });
  await cacheBody('ada', { fileId: 'f', version: 1, hash: 'h', size: 3 }, new Blob(['abc']));
  for (const person of ['ada', 'grace']) await storeTransactionKey(person, 'r', { key: new Uint8Array(32), title: 'Merger' });
  await writeCached('grace', 'answer/profile.get?', {});
  const left = async () => [(await cachedDocumentsOf('ada')).length, (await readCached('ada', 'pins')) !== undefined, (await readCached('grace', 'answer/profile.get?')) !== undefined, (await storedTransactionKey('ada', 'r')) !== undefined, (await storedTransactionKey('grace', 'r')) !== undefined];
  await forgetLongGone('grace', Date.now() + timing.offlineTaskExpiry - 60_000);
  expect(await left()).toEqual([1, true, true, true, true]);
  await forgetLongGone('grace', Date.now() + timing.offlineTaskExpiry + 60_000);
  expect(await left()).toEqual([0, false, true, false, true]);
});

it('a key that a sign-out would not find is not stored', async () => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => { throw new DOMException('No storage', 'QuotaExceededError'); } });
  await expect(storeTransactionKey('lin', 'r', { key: new Uint8Array(32), title: 'Merger' })).rejects.toMatchObject({ code: 'idb_request_error' });
  expect(await storedTransactionKey('lin', 'r')).toBeUndefined();
});
