import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { told, toldBy } from '#web/features/verdict/finding-text.ts';

const root = new URL('../..', import.meta.url).pathname;

/** The codes of all findings that the core can make, wherever they stand in its sources. */
function findingCodes(): string[] {
  const codes = new Set<string>();
  for (const crate of ['cms', 'verify']) {
    const folder = join(root, 'crates', crate, 'src');
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.rs') || name.startsWith('testing')) continue;
      const source = readFileSync(join(folder, name), 'utf8');
      const made = source.matchAll(/(?:Finding::(?:error|warning|info|new)|\berror|\bwarning|\bopen)\(\s*(?:Severity::\w+,\s*)?"([a-z_]+)"/g);
      const chosen = source.matchAll(/=>\s*"((?:later|certificate|authority)_[a-z_]+)"/g);
      for (const [, code] of [...made, ...chosen]) if (code) codes.add(code);
    }
  }
  return [...codes];
}

test('people are told what the judge finds', () => {
  const codes = findingCodes();
  expect(codes.length).toBeGreaterThan(60);
  expect(codes.filter((code) => toldBy(code) === 'other')).toEqual([]);
});

test.each(readdirSync(join(root, 'contract', 'locales')))('in %s', (language) => {
  const texts = JSON.parse(readFileSync(join(root, 'contract', 'locales', language, 'verdict.json'), 'utf8')) as { finding: Record<string, string> };
  expect(Object.keys(texts.finding).sort()).toEqual([...Object.keys(told), 'other'].sort());
});
