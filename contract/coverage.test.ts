/**
 * Everything the specification lists is there. What is still missing stands here by name, and the list only ever shrinks.
 * The server's error codes are provoked one by one in `tests/api/error-codes.test.ts`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { calls } from '#contract/calls/calls.ts';
import { accountEvents, apiEvents } from '#contract/events.ts';
import { root, shared } from '../tests/support/shared.ts';

const missing = {
  calls: [] as string[],
  /** Nothing on the server sends these yet. */
  events: [] as string[],
};

const specification = shared('spec');
const read = (name: string) => JSON.parse(readFileSync(`${specification}/${name}`, 'utf8'));

const sourcesIn = (folder: string, wanted: (path: string) => boolean): string =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && wanted(path))
    .map((path) => readFileSync(join(root, folder, path), 'utf8'))
    .join('\n');
/** Each test file with what it is made of. */
const testFiles = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter((path) => isTest(path)).map((path) => readFileSync(join(root, folder, path), 'utf8'));
const isTest = (path: string): boolean => path.endsWith('.test.ts');
const server = sourcesIn('server', (path) => !isTest(path));
/** Tests that talk to the whole server over HTTP, not those of single parts. */
const overHttp = (folder: string): string[] => testFiles(folder).filter((text) => text.includes('startTestApp') || text.includes('openCast') || text.includes('openSigners'));
const tests = [...overHttp('tests/api'), ...overHttp('server')].join('\n');

/** Sorted, so that what is missing reads as a list. A name that is not missing any more must go from it. */
const absent = (wanted: readonly string[], isThere: (name: string) => boolean): string[] => wanted.filter((name) => !isThere(name)).toSorted();

describe('of what is listed, only the known gaps are left', () => {
  it.skipIf(specification === undefined)('calls', () => {
    const places = new Set(Object.values(calls).map((call) => `${call.method} ${call.path}`));
    const listed = read('calls.json').calls.map((each: { method: string; path: string }) => `${each.method} ${each.path}`);
    expect(listed).toHaveLength(136);
    expect(absent(listed, (place) => places.has(place))).toEqual(missing.calls);
  });

  it('events, each sent by something and seen by somebody in a test', () => {
    expect(absent([...apiEvents, ...accountEvents], (type) => server.includes(`'${type}'`) && tests.includes(`'${type}'`))).toEqual(missing.events);
  });
});
