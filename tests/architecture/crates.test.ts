import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const crates = join(new URL('../..', import.meta.url).pathname, 'crates');

/** The only crates of ours that each crate may build on. */
const allowed: Record<string, string[]> = {
  codes: [],
  formats: [],
  pdf: ['codes'],
  detect: ['codes'],
  cms: ['codes'],
  forms: ['pdf', 'codes'],
  sign: ['pdf', 'forms', 'cms', 'codes'],
  verify: ['pdf', 'cms', 'codes'],
  wasm: ['codes', 'pdf', 'forms', 'formats', 'detect', 'cms', 'sign', 'verify'],
  module: ['wasm'],
};

test('every crate has a rule, and every rule a crate', () => {
  expect(Object.keys(allowed).sort()).toEqual(readdirSync(crates).sort());
});

test.each(Object.entries(allowed))('%s depends on %j at most', (crate, mayUse) => {
  const manifest = readFileSync(join(crates, crate, 'Cargo.toml'), 'utf8').split('[dev-dependencies]')[0] ?? '';
  const used = [...manifest.matchAll(/^countersign-([a-z]+)\s*=/gm)].map(([, name]) => name);
  expect(used.filter((name) => !mayUse.includes(name ?? ''))).toEqual([]);
});

test.each(Object.keys(allowed).filter((crate) => crate !== 'wasm'))('%s has no JavaScript except its declarations', (crate) => {
  const manifest = readFileSync(join(crates, crate, 'Cargo.toml'), 'utf8');
  const bindgen = /^wasm-bindgen\s*=.*$/m.exec(manifest)?.[0] ?? 'optional = true';
  expect(bindgen).toContain('optional = true');
  expect(manifest).not.toMatch(/^(js-sys|web-sys)\b/m);
});

test.each(Object.keys(allowed))('%s does no input or output and reads no clock', (crate) => {
  const sources = readdirSync(join(crates, crate, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.rs'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8').split('#[cfg(test)]')[0] ?? '');
  for (const source of sources) expect(source).not.toMatch(/std::(fs|net|process|env)\b|SystemTime::now|Instant::now/);
});

test.each(Object.keys(allowed))('%s runs all its test files', (crate) => {
  const folder = join(crates, crate, 'tests');
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.rs') && name !== 'suite.rs') : [];
  // Cargo finds a file that is alone by itself.
  const forgotten = files.length > 1 ? files.filter((name) => !readFileSync(join(folder, 'suite.rs'), 'utf8').includes(`mod ${name.slice(0, -3)};`)) : [];
  expect(forgotten).toEqual([]);
});

test('docs/decisions/0007-core-crate-dependencies.md gives a reason for each external crate', () => {
  const page = readFileSync(join(crates, '..', 'docs', 'decisions', '0007-core-crate-dependencies.md'), 'utf8');
  const manifests = Object.keys(allowed).map((crate) => readFileSync(join(crates, crate, 'Cargo.toml'), 'utf8'));
  const tables = manifests.flatMap((manifest) => manifest.split(/^(?=\[)/m)).filter((table) => /^\[(dev-)?dependencies\]/.test(table));
  const names = new Set(tables.flatMap((table) => [...table.matchAll(/^([a-z][a-z0-9_-]*)\s*=/gm)].map(([, name]) => name ?? '')));
  expect(names.size).toBeGreaterThan(20);
  expect([...names].filter((name) => !name.startsWith('countersign-') && !page.includes(`\`${name}\``))).toEqual([]);
});
