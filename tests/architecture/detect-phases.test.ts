/** Detection is a pipeline: a page passes each phase once. A phase uses earlier phases only, and no modules depend on each other in a circle. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';

const root = join(new URL('../..', import.meta.url).pathname, 'crates/detect/src');

/** The phases in the order in which a page passes them. */
const phases = ['raster', 'text', 'candidates', 'features', 'model', 'overrides', 'labels', 'output'];

/** The files that compose the phases. */
const roots = ['lib.rs', 'detector.rs'];

const files = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.rs'))
  .map((entry) => relative(root, join(entry.parentPath, entry.name)));
const declared = reexports();
const uses = files.flatMap((file) => targetsOf(file).map((target) => ({ file, target })));

test('every folder is a phase, and every phase has a folder', () => {
  const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name);
  expect(folders.toSorted()).toEqual(phases.toSorted());
  expect(uses.length).toBeGreaterThan(80);
});

test.each(phases)('%s uses no later phase', (phase) => {
  const later = phases.slice(phases.indexOf(phase) + 1);
  const broken = uses.filter(({ file, target }) => file.startsWith(`${phase}/`) && (later.includes(phaseOf(target)) || roots.includes(target)));
  expect(broken).toEqual([]);
});

test('files outside the phases, except the pipeline, use no phase', () => {
  const shared = files.filter((file) => !file.includes('/') && !roots.includes(file));
  expect(uses.filter(({ file, target }) => shared.includes(file) && phases.includes(phaseOf(target)))).toEqual([]);
});

test('modules have no circular dependencies', () => {
  expect(files.filter((file) => reachable(file).has(file))).toEqual([]);
});

function phaseOf(file: string): string {
  return file.split('/')[0] ?? '';
}

/** All files that a file depends on, directly or not. */
function reachable(start: string): Set<string> {
  const seen = new Set<string>();
  const open = [start];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    const next = uses.filter((use) => use.file === file && !seen.has(use.target)).map((use) => use.target);
    for (const target of next) seen.add(target);
    open.push(...next);
  }
  return seen;
}

/** The files of the crate whose names a file uses, tests aside. */
function targetsOf(file: string): string[] {
  const source = (readFileSync(join(root, file), 'utf8').split('#[cfg(test)]')[0] ?? '').replaceAll(/\/\/.*$/gm, '');
  const statements = [...source.matchAll(/\buse\s+([^;]+);/g)].flatMap(([, tree = '']) => expand(tree.replaceAll(/\s+/g, '')));
  const inline = [...source.matchAll(/\b(?:crate|super)(?:::\w+)+/g)].map(([path]) => path);
  const inScope = [...source.matchAll(/^(?:pub(?:\([a-z]+\))? )?mod (\w+);/gm)].map(([, name = '']) => name);
  const absolute = [...statements, ...inline].map((path) => pathFromRoot(file, path, inScope)).filter((path) => path !== null);
  return [...new Set(absolute.map(fileOf).filter((target) => target !== null && target !== file && target !== 'lib.rs'))] as string[];
}

/** The paths of a use tree: `a::{b, c::d}` has `a::b` and `a::c::d`. */
function expand(tree: string): string[] {
  const at = tree.indexOf('{');
  if (at < 0) return [tree];
  const parts: string[] = [];
  let depth = 0;
  let start = at + 1;
  for (let index = start; index < tree.length; index++) {
    if (tree[index] === '{') depth++;
    if ((tree[index] === ',' && depth === 0) || (tree[index] === '}' && depth-- === 0)) {
      parts.push(tree.slice(start, index));
      start = index + 1;
    }
  }
  return parts.filter((part) => part !== '').flatMap((part) => expand(tree.slice(0, at) + part));
}

/** Where the crate's root has a name from: `crate::Name` is that of the module that declares it. */
function reexports(): Map<string, string[]> {
  const trees = [...readFileSync(join(root, 'lib.rs'), 'utf8').matchAll(/^pub use ([^;]+);/gm)].flatMap(([, tree = '']) => expand(tree.replaceAll(/\s+/g, '')));
  return new Map(trees.map((path) => [path.split('::').at(-1) ?? '', path.split('::')]));
}

/** The segments of a path from the crate's root; null if it is another crate's. */
function pathFromRoot(file: string, path: string, inScope: string[]): string[] | null {
  const segments = path.split('::');
  const own = file.replace(/(?:\/?mod|\/?lib)?\.rs$/, '').split('/').filter(Boolean);
  if (segments[0] === 'crate') return (segments.length === 2 && declared.get(segments[1] ?? '')) || segments.slice(1);
  if (segments[0] === 'super') return [...own.slice(0, -1), ...segments.slice(1)];
  return inScope.includes(segments[0] ?? '') ? [...own, ...segments] : null;
}

/** The file of the innermost module on a path. */
function fileOf(path: string[]): string | null {
  for (let length = path.length; length > 0; length--) {
    const start = path.slice(0, length).join('/');
    const found = [`${start}.rs`, `${start}/mod.rs`].find((name) => existsSync(join(root, name)));
    if (found) return found;
  }
  return null;
}
