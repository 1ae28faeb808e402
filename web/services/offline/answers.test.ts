import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CallId } from '#contract/calls/calls.ts';
import { timing } from '#contract/limits/timing.ts';
import { clearCached, writeCached } from '../storage/database.ts';
import { dropAnswer, isBehindCode, cacheAnswer, cachedAnswer } from './answers.ts';
import { forgetKnownPerson, rememberPerson } from './known-person.ts';

const id = '0123456789abcdef01234567';
const params = { id };

describe('answers of the server', () => {
  beforeEach(() => rememberPerson('ada'));
  afterEach(async () => {
    vi.restoreAllMocks();
    await Promise.all([clearCached('ada'), clearCached('grace')]);
    localStorage.clear();
  });

  it('are kept for the same question of the same person', async () => {
    await cacheAnswer('ada', 'files.getMeta', { params }, { id, version: 3 });
    expect(await cachedAnswer('ada', 'files.getMeta', { params })).toEqual({ id, version: 3 });
    expect(await cachedAnswer('grace', 'files.getMeta', { params })).toBeUndefined();
    expect(await cachedAnswer('ada', 'files.getMeta', { params: { id: '0'.repeat(24) } })).toBeUndefined();
  });

  it('are those of the space in which somebody works', async () => {
    await cacheAnswer('ada', 'files.list', { query: { orgId: id } }, { files: ['theirs'] });
    expect(await cachedAnswer('ada', 'files.list', { query: {} })).toBeUndefined();
    expect(await cachedAnswer('ada', 'files.list', { query: { orgId: id } })).toEqual({ files: ['theirs'] });
  });

  it.each<[string, CallId, object, number]>([
    ['pages and lists', 'files.list', {}, timing.pageCacheFreshness],
    ['the library', 'templates.list', { library: 'true' }, timing.libraryCacheExpiry],
    ['media', 'media.list', {}, timing.externalMediaCacheExpiry],
    ['bulks', 'bulks.list', {}, timing.cachedBulksValid],
  ])('%s (%s %j) are shown for %i ms', async (_, call, query, life) => {
    await cacheAnswer('ada', call, { query }, 'answer');
    const now = Date.now();
    const clock = vi.spyOn(Date, 'now');
    clock.mockReturnValue(now + life - 1000);
    expect(await cachedAnswer('ada', call, { query })).toBe('answer');
    clock.mockReturnValue(now + life);
    expect(await cachedAnswer('ada', call, { query })).toBeUndefined();
  });

  it.each<[CallId, object]>([['transactions.list', { search: 'le' }], ['transactions.list', { exclusiveFrom: 'x' }], ['sessions.list', {}]])('of %s %j are not kept', async (call, query) => {
    await cacheAnswer('ada', call, { query }, 'answer');
    expect(await cachedAnswer('ada', call, { query })).toBeUndefined();
  });

  it('to a change answer the question after it', async () => {
    await cacheAnswer('ada', 'files.getMeta', { params }, { version: 1 });
    await cacheAnswer('ada', 'files.updateMeta', { params, body: {} }, { version: 2 });
    expect(await cachedAnswer('ada', 'files.getMeta', { params })).toEqual({ version: 2 });
  });

  it('about the current version answer the question for that version, and for no other', async () => {
    await cacheAnswer('ada', 'files.downloadUrl', { params, query: {} }, { version: 2 });
    expect(await cachedAnswer('ada', 'files.downloadUrl', { params, query: { version: 2 } })).toEqual({ version: 2 });
    expect(await cachedAnswer('ada', 'files.downloadUrl', { params, query: { version: 1 } })).toBeUndefined();
  });

  it('that arrive after the sign-out are not kept', async () => {
    forgetKnownPerson();
    await cacheAnswer('ada', 'files.getMeta', { params }, { id });
    expect(await cachedAnswer('ada', 'files.getMeta', { params })).toBeUndefined();
  });

  it('about documents behind an access code are not kept', async () => {
    const coded = 'c'.repeat(24);
    const recipients = [{ userId: 'ada', requireAccessCode: true }];
    await cacheAnswer('ada', 'transactions.get', { params }, { ownerId: 'grace', recipients, fileIds: [coded] });
    await cacheAnswer('ada', 'files.getMeta', { params: { id: coded } }, { id: coded });
    expect(await cachedAnswer('ada', 'transactions.get', { params })).toBeUndefined();
    expect(await cachedAnswer('ada', 'files.getMeta', { params: { id: coded } })).toBeUndefined();
    expect(isBehindCode(coded)).toBe(true);
    // Whoever chose the code sees the documents without it.
    await cacheAnswer('ada', 'transactions.get', { params }, { ownerId: 'ada', recipients, fileIds: [] });
    expect(await cachedAnswer('ada', 'transactions.get', { params })).toBeDefined();
  });

  it('with requests behind an access code are kept without them', async () => {
    const [coded, open] = [{ id: 'coded', ownerId: 'grace', recipients: [{ userId: 'ada', requireAccessCode: true }], fileIds: ['d'.repeat(24)] }, { id: 'open', ownerId: 'grace', recipients: [], fileIds: [] }];
    await cacheAnswer('ada', 'transactions.list', { query: {} }, { transactions: [coded, open], lastKey: null });
    expect(await cachedAnswer('ada', 'transactions.list', { query: {} })).toEqual({ transactions: [open], lastKey: null });
    expect(isBehindCode('d'.repeat(24))).toBe(true);
  });

  it('about something that is gone by now are dropped', async () => {
    await cacheAnswer('ada', 'files.getMeta', { params }, { id });
    await dropAnswer('ada', 'files.getMeta', { params });
    expect(await cachedAnswer('ada', 'files.getMeta', { params })).toBeUndefined();
  });

  it('that are no longer of a known form are no reason to fail', async () => {
    await writeCached('ada', 'answer/profile.get?', { old: true });
    expect(await cachedAnswer('ada', 'profile.get', {})).toEqual({ old: true });
  });
});
