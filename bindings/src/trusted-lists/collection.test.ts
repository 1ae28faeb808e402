import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ListSigner, listSigner, listXml, type MadeList, signList } from '../../../tests/support/trusted-lists.ts';
import { gatherLists, type ListStore, type TrustedLists } from './collection.ts';
import { listFolder } from './list-folder.ts';

const now = Date.parse('2026-11-25T12:00:00Z') / 1000;
const lotl = 'https://lists.example/lotl.xml';
const inA = 'https://lists.example/xa.xml';
const inB = 'https://lists.example/xb.xml';
let union: ListSigner;
let ofA: ListSigner;
let ofB: ListSigner;
beforeAll(async () => {
  [union, ofA, ofB] = await Promise.all([listSigner('Union'), listSigner('A'), listSigner('B')]);
});

let published: Map<string, string>;
let folder: string;
let store: ListStore;
beforeEach(() => {
  published = new Map();
  folder = mkdtempSync(join(tmpdir(), 'lists-'));
  store = listFolder(join(folder, 'kept'));
  publish(lotl, lotlOf(), union);
  publish(inA, memberOf('XA'), ofA);
  publish(inB, memberOf('XB'), ofB);
});
afterEach(() => rmSync(folder, { recursive: true }));

const publish = (location: string, list: MadeList, signer: ListSigner): void => void published.set(location, signList(listXml(list), signer));
const memberOf = (territory: string, more: MadeList = {}): MadeList => ({
  territory, sequence: 7, services: [{ type: 'CA/QC', name: `Service in ${territory}`, certificates: [ofA.certificate], periods: [{ status: 'granted', since: '2020-01-01T00:00:00Z' }] }], ...more,
});
const lotlOf = (more: MadeList = {}): MadeList => ({
  territory: 'EU', type: 'EUlistofthelists', sequence: 300,
  pointers: [{ location: lotl, territory: 'EU', certificates: [union.certificate] }, { location: inA, territory: 'XA', certificates: [ofA.certificate] }, { location: inB, territory: 'XB', certificates: [ofB.certificate] }],
  ...more,
});
const gather = (at = now): Promise<TrustedLists> =>
  gatherLists([{ location: lotl, certificates: [union.certificate] }], {
    fetch: async (location) => {
      const list = published.get(location);
      if (list === undefined) throw new Error(`${location} does not answer`);
      return new TextEncoder().encode(list);
    },
    store, now: at,
  });
const namesIn = ({ services }: TrustedLists): string[] => services.map(({ name }) => name);
const problemOf = ({ lists }: TrustedLists, location: string): string | null | undefined => {
  const state = lists.find((each) => each.location === location);
  return state && (state.problem?.code ?? null);
};

test('collects each list referenced by the list of lists once', async () => {
  const found = await gather();
  expect(namesIn(found)).toEqual(['Service in XA', 'Service in XB']);
  expect(found.lists.map(({ location, territory, sequence, problem }) => [location, territory, sequence, problem])).toEqual([[lotl, 'EU', 300, null], [inA, 'XA', 7, null], [inB, 'XB', 7, null]]);
});

test('leaves out a list with a signer that the list of lists does not name, and keeps the others', async () => {
  publish(inA, memberOf('XA'), ofB);
  const found = await gather();
  expect(namesIn(found)).toEqual(['Service in XB']);
  expect(problemOf(found, inA)).toBe('trusted_list_signer');
});

test('without the list of lists no other list is authenticated', async () => {
  publish(lotl, lotlOf(), ofA);
  expect(await gather()).toMatchObject({ services: [], lists: [{ location: lotl, sequence: null, problem: { code: 'trusted_list_signer' } }] });
});

test('keeps the last good list while its location is unreachable or serves a bad one', async () => {
  await gather();
  published.delete(inA);
  const silent = await gather();
  expect([namesIn(silent), problemOf(silent, inA)]).toEqual([['Service in XA', 'Service in XB'], 'unable_to_access']);
  publish(inA, memberOf('XA', { sequence: 8 }), union);
  expect(problemOf(await gather(), inA)).toBe('trusted_list_signer');
  expect(namesIn(await gather())).toEqual(['Service in XA', 'Service in XB']);
});

test('an older list does not replace a newer one', async () => {
  await gather();
  publish(inA, memberOf('XA', { sequence: 6, services: [] }), ofA);
  const older = await gather();
  expect([problemOf(older, inA), namesIn(older)]).toEqual(['trusted_list_rolled_back', ['Service in XA', 'Service in XB']]);
  publish(inA, memberOf('XA', { sequence: 8, issued: '2026-09-01T00:00:00Z', services: [] }), ofA);
  expect(problemOf(await gather(), inA)).toBe('trusted_list_rolled_back');
  publish(inA, memberOf('XA', { sequence: 8, services: [] }), ofA);
  const newer = await gather();
  expect([problemOf(newer, inA), namesIn(newer)]).toEqual([null, ['Service in XB']]);
});

test('does not accept an expired list; a cached one reports when it expired', async () => {
  publish(inA, memberOf('XA', { nextUpdate: '2026-11-01T00:00:00Z' }), ofA);
  const fresh = await gather();
  expect([problemOf(fresh, inA), namesIn(fresh)]).toEqual(['trusted_list_expired', ['Service in XB']]);
  publish(inA, memberOf('XA'), ofA);
  publish(lotl, lotlOf({ nextUpdate: '2028-01-01T00:00:00Z' }), union);
  await gather();
  const later = await gather(Date.parse('2027-06-01') / 1000);
  expect(problemOf(later, inA)).toBe('trusted_list_expired');
  expect(later.services.map(({ listUntil }) => listUntil)).toEqual([Date.parse('2027-03-01') / 1000, Date.parse('2027-03-01') / 1000]);
});

test('an expired list of lists expires every list that depends on it', async () => {
  for (const [location, territory, signer] of [[inA, 'XA', ofA], [inB, 'XB', ofB]] as const) publish(location, memberOf(territory, { nextUpdate: '2028-01-01T00:00:00Z' }), signer);
  await gather();
  const later = await gather(Date.parse('2027-06-01') / 1000);
  expect(problemOf(later, lotl)).toBe('trusted_list_expired');
  expect(later.services.map(({ listUntil }) => listUntil)).toEqual([Date.parse('2027-03-01') / 1000, Date.parse('2027-03-01') / 1000]);
});

test('a cached list counts only while its signer is authorized', async () => {
  await gather();
  published.delete(inA);
  publish(lotl, lotlOf({ sequence: 301, pointers: [{ location: inA, territory: 'XA', certificates: [ofB.certificate] }] }), union);
  const found = await gather();
  expect(found).toMatchObject({ services: [], lists: [{ sequence: 301 }, { territory: 'XA', sequence: null }] });
});
