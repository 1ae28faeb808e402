/** Checks the contract against the lists of the specification, and each table for consistency. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { calls } from '#contract/calls/calls.ts';
import { errorsOf, type CallDefinition } from '#contract/calls/define.ts';
import { documentErrorCodes, errors, formErrorCodes, isErrorCode, localErrorCodes, serverErrorCodes } from '#contract/errors.ts';
import { accountEvents, apiEvents } from '#contract/events.ts';
import { bare, mostElements } from '#contract/known-fields.ts';
import { requestBodies } from '#contract/limits/calls.ts';
import { fillPath, routerPath, routes } from '#contract/routes.ts';
import { shared } from '../tests/support/shared.ts';

const specification = shared('spec');
const listed = specification !== undefined;
const read = (name: string) => JSON.parse(readFileSync(`${specification}/${name}`, 'utf8'));
const text = (name: string) => JSON.parse(readFileSync(new URL(`locales/${name}`, import.meta.url), 'utf8'));

const all: [string, CallDefinition][] = Object.entries(calls);

/** Returns the paths of lists without a maximum length. */
function endlessLists(schema: z.ZodType, path: string[] = []): string[] {
  const inner = bare(schema);
  if (inner instanceof z.ZodUnion) return inner.options.flatMap((option) => endlessLists(option as z.ZodType, path));
  if (inner instanceof z.ZodArray) return [...(mostElements(inner) === undefined ? [path.join('/')] : []), ...endlessLists(inner.element as z.ZodType, [...path, '*'])];
  return inner instanceof z.ZodObject ? Object.entries(inner.shape).flatMap(([key, each]) => endlessLists(each as z.ZodType, [...path, key])) : [];
}

describe('calls', () => {
  it.each(all)('%s is well formed', (id, call) => {
    expect(call.id).toBe(id);
    expect(call.path).toMatch(/^\/[\w/{}-]+$/);
    expect(call.timeout).toBeGreaterThan(0);
    expect(errorsOf(call).every(isErrorCode)).toBe(true);
    if (call.method === 'GET') expect(call.body).toBeUndefined();
  });

  it.each(all.filter(([, { body }]) => body))('H6: every list that %s takes has a maximum length', (_, { body }) => {
    expect(endlessLists(body!)).toEqual([]);
  });

  it('H6: only four calls take larger bodies than the default', () => {
    expect(all.filter(([, { maxBody }]) => maxBody !== undefined).map(([id]) => id)).toEqual(['files.createMeta', 'files.updateMeta', 'transactions.sign', 'bulks.create']);
    expect(requestBodies.ordinary).toBeLessThanOrEqual(262_144);
  });

  it('has every method and path only once', () => {
    const places = all.map(([, call]) => `${call.method} ${call.path}`);
    expect(new Set(places).size).toBe(places.length);
  });

  it.skipIf(!listed)('names only calls that are in the specification or marked as our own', () => {
    const known = new Map<string, string>(
      read('calls.json').calls.map((each: { method: string; path: string; host: string }) => [`${each.method} ${each.path}`, each.host]),
    );
    for (const [id, call] of all) {
      const host = known.get(`${call.method} ${call.path}`);
      if (call.ours) expect(host, id).toBeUndefined();
      else expect(host, id).toBe(call.host);
    }
  });
});

describe('errors', () => {
  it.skipIf(!listed)('has exactly the codes of the specification', () => {
    const spec = read('errors.json');
    expect([...serverErrorCodes].sort()).toEqual([...spec.server].sort());
    expect([...localErrorCodes, 'request_timeout_error'].sort()).toEqual([...spec.local].sort());
    expect([...documentErrorCodes].sort()).toEqual([...spec.document].sort());
    expect([...formErrorCodes].sort()).toEqual([...spec.form].sort());
  });

  it('gives every code a text in every language, and matches the English defaults', () => {
    const defaults = Object.fromEntries(Object.entries(errors).map(([code, { text: value }]) => [code, value]));
    expect(text('en/errors.json')).toEqual(defaults);
    for (const language of readdirSync(new URL('locales', import.meta.url)).filter((each) => readdirSync(new URL(`locales/${each}`, import.meta.url)).includes('errors.json'))) {
      expect(Object.keys(text(`${language}/errors.json`)), language).toEqual(Object.keys(defaults));
    }
  });
});

describe('events and routes', () => {
  it.skipIf(!listed)('has exactly the events of the specification', () => {
    expect({ api: apiEvents, account: accountEvents }).toEqual(read('events.json'));
  });

  it.skipIf(!listed)('has exactly the routes of the specification', () => {
    expect(Object.values(routes).toSorted()).toEqual(read('routes.json').toSorted());
  });

  it('fills placeholders and rejects missing ones', () => {
    expect(fillPath(routes.fileView, { ids: 'a,b' })).toBe('/file/a,b');
    expect(fillPath('/files/meta/{id}', { id: 'x/y' })).toBe('/files/meta/x%2Fy');
    expect(() => fillPath('/files/{id}', { id: '' })).toThrow('Missed query parameter');
    expect(routerPath('/files/{id}/x')).toBe('/files/:id/x');
  });
});
