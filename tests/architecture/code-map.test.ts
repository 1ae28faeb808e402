/** The code map and the glossary of docs/architecture.md name folders and files that exist, and every folder of the first two levels. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const root = new URL('../..', import.meta.url).pathname;
const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
const [, map = ''] = /^## Code map\n([^]*?)^## /m.exec(page) ?? [];

const mapped = [...map.matchAll(/^\| (`.+`) \| \S.* \|$/gm)].flatMap(([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));

/** Where the map goes down two levels; of a crate, from its sources. */
const mappedRoots = /^(server|web|bindings\/src|contract|tests|scripts|crates\/[^/]+\/src)(?:\/|$)/;

/** All folders that hold a file; what is built beside the sources does not count. */
function folders(): string[] {
  const built = /(^|\/)(dist|generated|node_modules|target|[._][^/]*)(\/|$)/;
  const found = new Set<string>();
  for (const start of ['bindings/src', 'benches', 'contract', 'crates', 'fuzz', 'scripts', 'server', 'tests', 'web']) {
    const entries = readdirSync(join(root, start), { recursive: true, withFileTypes: true });
    const homes = entries.filter((entry) => entry.isFile()).map(({ parentPath }) => relative(root, parentPath)).filter((path) => !built.test(path));
    for (const home of homes) for (let path = home; path !== '.'; path = dirname(path)) found.add(path);
  }
  return [...found].toSorted();
}

/** How far below its root a folder is; the sources of a crate are named themselves. */
function levelOf(folder: string): number {
  const [, start = ''] = mappedRoots.exec(folder) ?? [];
  const depth = folder.split('/').length - start.split('/').length;
  return depth === 0 && start.startsWith('crates/') ? 1 : depth;
}

test('every folder of the first two levels is on the map', () => {
  const expected = folders().filter((folder) => mappedRoots.test(folder) && levelOf(folder) > 0 && levelOf(folder) <= 2);
  expect(expected.length).toBeGreaterThan(100);
  expect(expected.filter((folder) => !mapped.includes(folder))).toEqual([]);
});

test('every folder on the map exists and is listed once', () => {
  const known = new Set(folders());
  expect(mapped.filter((folder) => !known.has(folder))).toEqual([]);
  expect(mapped.filter((folder, index) => mapped.indexOf(folder) !== index)).toEqual([]);
});

test('every path named on the page exists', () => {
  const named = [...page.matchAll(/`((?:bindings|contract|crates|docs|scripts|server|tests|web)\/[^`\s]+)`/g)].map(([, path = '']) => path);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('the glossary is in alphabetical order and gives the location of each term', () => {
  const rows = [...page.slice(page.indexOf('## Glossary')).matchAll(/^\| (?!our term|-)(.+?) \| .+ \| `(.+)` \|$/gm)].map(([, term = '']) => term);
  expect(rows.length).toBeGreaterThan(15);
  expect(rows).toEqual(rows.toSorted((one, other) => one.localeCompare(other)));
});
