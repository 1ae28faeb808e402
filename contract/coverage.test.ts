/**
 * Checks that everything in the specification is implemented. Known gaps are listed here; the list may only shrink. The server's
 * error codes are triggered one by one in `tests/api/error-codes.test.ts`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { calls } from '#contract/calls/calls.ts';
import { openApi } from '#contract/openapi.ts';
import { accountEvents, apiEvents } from '#contract/events.ts';
import { root, shared } from '../tests/support/shared.ts';

const missing = {
  calls: [] as string[],
  /** Events that the server does not send yet. */
  events: [] as string[],
};

const specification = shared('spec');
const read = (name: string) => JSON.parse(readFileSync(`${specification}/${name}`, 'utf8'));

const sourcesIn = (folder: string, wanted: (path: string) => boolean): string =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && wanted(path))
    .map((path) => readFileSync(join(root, folder, path), 'utf8'))
    .join('\n');
/** The contents of the test files in a folder. */
const testFiles = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter((path) => isTest(path)).map((path) => readFileSync(join(root, folder, path), 'utf8'));
const isTest = (path: string): boolean => path.endsWith('.test.ts');
const server = sourcesIn('server', (path) => !isTest(path));
/** Tests that use the whole server over HTTP, not tests of single parts. */
const overHttp = (folder: string): string[] => testFiles(folder).filter((text) => text.includes('startTestApp') || text.includes('openTransactionWorld') || text.includes('openSigners'));
const tests = [...overHttp('tests/api'), ...overHttp('server')].join('\n');

/** Sorted for a readable diff. A name that is no longer missing must be removed from the list. */
const absent = (wanted: readonly string[], isThere: (name: string) => boolean): string[] => wanted.filter((name) => !isThere(name)).toSorted();

describe('coverage of the specification has only the known gaps', () => {
  it.skipIf(specification === undefined)('calls', () => {
    const places = new Set(Object.values(calls).map((call) => `${call.method} ${call.path}`));
    const listed = read('calls.json').calls.map((each: { method: string; path: string }) => `${each.method} ${each.path}`);
    expect(listed).toHaveLength(136);
    expect(absent(listed, (place) => places.has(place))).toEqual(missing.calls);
  });

  it.skipIf(specification === undefined)('every call has a caller in the app or on the command line, or is described for programs', () => {
    const listed = new Set(read('calls.json').calls.map((each: { method: string; path: string }) => `${each.method} ${each.path}`));
    const callers = [sourcesIn('web', (path) => !isTest(path)), sourcesIn('server/cli', (path) => !isTest(path))].join('\n');
    const described = JSON.stringify(openApi(calls, { version: '1', url: 'https://example.org' }));
    const wanted = Object.entries(calls).filter(([, { method, path }]) => listed.has(`${method} ${path}`)).map(([id]) => id);
    expect(absent(wanted, (id) => callers.includes(`'${id}'`) || described.includes(`"operationId":"${id}"`))).toEqual([]);
  });

  // A search by name finds an event that nobody thought of; that a test fails without it, only that test can show.
  it('events are each sent by some code and received in some test', () => {
    expect(absent([...apiEvents, ...accountEvents], (type) => server.includes(`'${type}'`) && tests.includes(`'${type}'`))).toEqual(missing.events);
  });
});
