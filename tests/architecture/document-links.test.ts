/** Every relative link of the documentation leads to a file of the repository, and every row of its tables is whole. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../support/shared.ts';

/** The documents of a folder, and of the folders in it where that is wanted. */
const documentsIn = (folder: string, recursive = false): string[] =>
  readdirSync(join(root, folder), { recursive, encoding: 'utf8' }).filter((name) => name.endsWith('.md')).map((name) => join(folder, name));

const documents = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'bindings/README.md', ...documentsIn('docs', true), ...documentsIn('benches'), ...documentsIn('benches/notes')];

/** Code may look like a link and is none. */
const withoutCode = (text: string): string => text.replaceAll(/^```[^]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, '');

function relativeLinksOf(document: string): string[] {
  const targets = [...withoutCode(readFileSync(join(root, document), 'utf8')).matchAll(/\]\(<?([^)\s>]+)[^)]*\)/g)].map(([, target = '']) => target);
  return targets.filter((target) => !/^([a-z]+:|#)/i.test(target)).map((target) => decodeURI(target.replace(/#.*$/, '')));
}

test('there are documents with links', () => {
  expect(documents).toContain('docs/decisions/README.md');
  expect(documents.flatMap(relativeLinksOf).length).toBeGreaterThan(60);
});

test.each(documents)('the links of %s lead to existing files', (document) => {
  expect(relativeLinksOf(document).filter((target) => !existsSync(join(root, dirname(document), target)))).toEqual([]);
});

/** Rows of Markdown tables that have another number of cells than their header. */
function brokenRowsOf(document: string): string[] {
  const cellsOf = (row: string): number => row.replaceAll(/`[^`]*`/g, '').replaceAll('\\|', '').split('|').length;
  let header: string | null = null;
  return readFileSync(join(root, document), 'utf8').replaceAll(/^```[^]*?^```/gm, '').split('\n').filter((line) => {
    const isRow = line.trimStart().startsWith('|');
    header = isRow ? (header ?? line) : null;
    return header !== null && cellsOf(line) !== cellsOf(header);
  });
}

test.each(documents)('the rows of the tables of %s have as many cells as their headers', (document) => {
  expect(brokenRowsOf(document)).toEqual([]);
});
