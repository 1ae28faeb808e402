import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { serviceKeyOf } from '#contract/entities/trust-service.ts';
import { type PublishedLists, publishLists } from '../../../tests/support/published-lists.ts';
import { type ListSigner, listSigner, listXml, type MadeList, signList } from '../../../tests/support/trusted-lists.ts';
import { openTrustedLists, type CachedLists } from './cached-lists.ts';
import { nextRefresh } from './next-refresh.ts';

const days = (count: number): string => new Date(Date.now() + count * 86_400_000).toISOString();
const folder = mkdtempSync(join(tmpdir(), 'cached-lists-'));
let published: PublishedLists;
let signer: ListSigner;
let logged: { msg: string; problem?: string; used?: number; issued?: string }[] = [];
const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(JSON.parse(line)) });

beforeAll(async () => {
  published = await publishLists();
  signer = await listSigner('Operator of lists');
});
beforeEach(() => {
  logged = [];
});
afterAll(() => {
  published.close();
  rmSync(folder, { recursive: true, force: true });
});

const service = () => ({ type: 'CA/QC', certificates: [signer.certificate], periods: [{ status: 'granted', since: '2020-01-01T00:00:00Z' }] });
const publish = (path: string, list: MadeList = {}): void => void published.lists.set(path, signList(listXml({ issued: days(-5), nextUpdate: days(60), services: [service()], ...list }), signer));
const open = (locations: string[], dataDir = join(folder, 'data')): CachedLists => openTrustedLists({ trustedLists: { locations, certificates: [Buffer.from(signer.certificate)] }, dataDir }, log);

test('finds the services of a list by certificate subject', async () => {
  publish('/list.xml');
  const lists = open([`${published.origin}/list.xml`]);
  await lists.refresh();
  expect(lists.services()).toHaveLength(1);
  const key = await serviceKeyOf('  operator OF  lists ');
  expect(lists.servicesBy([key, key])).toEqual(lists.services());
  expect(lists.servicesBy([key === '00' ? '01' : '00'])).toEqual([]);
  expect(logged).toEqual([]);
  await lists.close();
});

test('uses the cached list while the source is unavailable, and logs its age', async () => {
  published.lists.delete('/list.xml');
  const lists = open([`${published.origin}/list.xml`]);
  await lists.refresh();
  expect(lists.services()).toHaveLength(1);
  expect(logged).toMatchObject([{ msg: 'a trusted list was not renewed', problem: 'validation_unavailable', used: 1, issued: expect.stringMatching(/^\d{4}-/) }]);
  await lists.close();
  const elsewhere = open([`${published.origin}/list.xml`], join(folder, 'empty'));
  await elsewhere.refresh();
  expect(elsewhere.services()).toEqual([]);
  await elsewhere.close();
});


test('serves cached lists at start until newer ones arrive; without a cache, validation waits for the first', async () => {
  publish('/slow.xml');
  const before = open([`${published.origin}/slow.xml`]);
  await before.refresh();
  await before.close();
  published.hold();
  const after = open([`${published.origin}/slow.xml`]);
  const above = [{ chain: [], signer: { commonName: 'Ada', issuerCommonName: 'Operator of lists' } }];
  expect(await after.servicesAbove(above)).toHaveLength(1);
  expect(await after.servicesAbove([])).toEqual([]);
  const fresh = open([`${published.origin}/slow.xml`], join(folder, 'fresh'));
  const waiting = fresh.servicesAbove(above);
  expect(await Promise.race([waiting, 'waits'])).toBe('waits');
  published.release();
  expect(await waiting).toHaveLength(1);
  await after.close();
  await fresh.close();
});

test('does not judge a signature before a list was read', async () => {
  published.hold();
  const fresh = openTrustedLists({ trustedLists: { locations: [`${published.origin}/slow.xml`], certificates: [] }, dataDir: join(folder, 'never') }, log, 50);
  await expect(fresh.servicesAbove([])).rejects.toMatchObject({ code: 'service_unavailable' });
  published.release();
  await fresh.close();
});

test('fetches the URLs in a list from the public network only', async () => {
  publish('/inside.xml');
  writeFileSync(join(folder, 'inside.xml'), published.lists.get('/inside.xml')!);
  const pointers = [`${published.origin}/inside.xml`, join(folder, 'inside.xml'), `file://${join(folder, 'inside.xml')}`].map((location) => ({ location, territory: 'XA', certificates: [signer.certificate] }));
  publish('/lotl.xml', { type: 'EUlistofthelists', services: [], pointers });
  const lists = open([`${published.origin}/lotl.xml`]);
  await lists.refresh();
  expect(lists.states().map(({ problem }) => problem?.code ?? null)).toEqual([null, 'validation_unavailable', 'validation_unavailable', 'validation_unavailable']);
  expect(lists.services()).toEqual([]);
  await lists.close();
  // The operator may name files and internal hosts.
  const own = open([join(folder, 'inside.xml')]);
  await own.refresh();
  expect(own.services()).toHaveLength(1);
  await own.close();
});

test('reports that no lists are configured', async () => {
  const none = openTrustedLists({ trustedLists: null, dataDir: folder }, log);
  expect([none.services(), await none.servicesAbove([])]).toEqual([null, undefined]);
});

test('refreshes lists daily, earlier before they expire, and backs off on failure', () => {
  const hour = 3_600_000;
  const ending = (hours: number) => [{ location: '', territory: '', sequence: 1, issued: 0, nextUpdate: (hours * hour) / 1000, problem: null }];
  expect(nextRefresh([], 0, 0)).toBe(24 * hour);
  expect(nextRefresh(ending(1000), 0, 0)).toBe(24 * hour);
  expect(nextRefresh(ending(4), 0, 0)).toBe(2 * hour);
  expect(nextRefresh(ending(-5), 0, 0)).toBe(hour / 6);
  expect([1, 2, 3, 30].map((failures) => nextRefresh(ending(1000), failures, 0))).toEqual([hour / 6, hour / 3, (2 * hour) / 3, 6 * hour]);
});
