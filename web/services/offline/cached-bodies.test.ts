// @vitest-environment node
// Node's own blobs, which the imitation of IndexedDB can store.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { timing } from '#contract/limits/timing.ts';
import { clearCached } from '../storage/database.ts';
import { evict, forgetBodies, cacheBody, cachedBody, cachedDocumentsOf } from './cached-bodies.ts';
import { addPin } from './pins.ts';

const known = vi.hoisted(() => ({ person: 'ada' as string | null }));
vi.mock('./known-person.ts', () => ({ knownPerson: () => known.person }));

const bytes = (size: number) => new Blob([new Uint8Array(size)]);
const version = (fileId: string, number = 1, size = 10) => ({ fileId, version: number, hash: `${fileId}-${number}`, size });
const keep = (fileId: string, number = 1, size = 10) => cacheBody('ada', version(fileId, number, size), bytes(size));
const here = async () => (await cachedDocumentsOf('ada')).map(({ fileId }) => fileId).toSorted();

let quota = 1000;
beforeEach(() => {
  quota = 1000;
  known.person = 'ada';
  vi.stubGlobal('navigator', { storage: { estimate: async () => ({ quota }) } });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all([forgetBodies('ada'), forgetBodies('grace'), clearCached('ada')]);
  vi.unstubAllGlobals();
});

describe('documents that stay in this browser', () => {
  it('are found by person, file and hash', async () => {
    await keep('a');
    expect((await cachedBody('ada', version('a')))?.size).toBe(10);
    expect(await cachedBody('ada', version('a', 2))).toBeNull();
    expect(await cachedBody('grace', version('a'))).toBeNull();
  });

  it('give way to a later version, and not to an earlier one', async () => {
    await keep('a', 2);
    await keep('a', 1);
    expect(await cachedBody('ada', version('a', 2))).not.toBeNull();
    await keep('a', 3);
    expect(await cachedBody('ada', version('a', 3))).not.toBeNull();
  });

  it('are not stored when they are not as long as they should be', async () => {
    await cacheBody('ada', version('a'), bytes(9));
    expect(await here()).toEqual([]);
  });

  it('are not stored after the sign-out', async () => {
    known.person = null;
    await keep('a');
    expect(await here()).toEqual([]);
  });

  it('make room: the least recently used goes first, never what somebody keeps', async () => {
    const clock = vi.spyOn(Date, 'now');
    await addPin('ada', { kind: 'file', id: 'pinned', title: 'Pinned', fileIds: ['pinned'], whileWaiting: false });
    for (const [index, id] of ['pinned', 'old', 'used', 'new'].entries()) {
      clock.mockReturnValue(1_000_000 + index);
      await keep(id, 1, 100);
    }
    clock.mockReturnValue(1_000_010);
    await cachedBody('ada', version('old', 1, 100));
    await keep('latest', 1, 100);
    // Three tenths of what the browser allows, besides what is pinned.
    expect(await here()).toEqual(['latest', 'new', 'old', 'pinned']);
  });

  it('go after seven days without use, but what somebody keeps', async () => {
    await addPin('ada', { kind: 'file', id: 'pinned', title: 'Pinned', fileIds: ['pinned'], whileWaiting: false });
    await keep('pinned');
    await keep('a');
    await evict(Date.now() + timing.pageCacheFreshness - 60_000);
    expect(await here()).toEqual(['a', 'pinned']);
    await evict(Date.now() + timing.pageCacheFreshness + 60_000);
    expect(await here()).toEqual(['pinned']);
  });

  it('all go at the sign-out of their person', async () => {
    await keep('a');
    known.person = 'grace';
    await cacheBody('grace', version('b'), bytes(10));
    await forgetBodies('ada');
    expect(await here()).toEqual([]);
    expect((await cachedDocumentsOf('grace')).length).toBe(1);
  });
});
