/** Modules at the top of a crate depend on each other in circles only where `docs/architecture.md` gives a reason. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const crates = join(new URL('../..', import.meta.url).pathname, 'crates');

/** `docs/architecture.md`, "Layers", says why. */
const permitted: Readonly<Record<string, readonly string[][]>> = {
  cms: [['certificate', 'digest', 'key', 'policy', 'rsa_padding']],
  pdf: [['ambiguity', 'crypt', 'document', 'pages', 'revisions', 'serialize', 'xref']],
  verify: [['indication', 'report']],
  wasm: [['convert', 'error']],
};

const names = readdirSync(crates);

test.each(names)('%s', (crate) => {
  const graph = graphOf(join(crates, crate, 'src'));
  expect(circlesIn(graph)).toEqual(permitted[crate] ?? []);
});

/** Which modules each module at the top of the crate uses; the files of a folder are one module. */
function graphOf(root: string): Map<string, Set<string>> {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.rs') && file !== 'lib.rs' && !file.startsWith('testing/'));
  const moduleOf = (file: string): string => (file.split('/')[0] ?? '').replace(/\.rs$/, '');
  const graph = new Map(files.map((file) => [moduleOf(file), new Set<string>()]));
  for (const file of files) {
    const own = moduleOf(file);
    for (const used of modulesUsed(readFileSync(join(root, file), 'utf8'))) if (used !== own && graph.has(used)) graph.get(own)?.add(used);
  }
  return graph;
}

/** The names after `crate::`, comments and tests aside. */
function modulesUsed(source: string): string[] {
  const code = (source.split(/#\[cfg\(test\)\]\s*mod /)[0] ?? '').replaceAll(/\/\/.*$/gm, '');
  const single = [...code.matchAll(/\bcrate::(\w+)/g)].map(([, name = '']) => name);
  const grouped = [...code.matchAll(/\bcrate::\{([^;]*)\};/g)].flatMap(([, list = '']) => [...list.replaceAll(/\{[^{}]*\}/g, '').matchAll(/(?:^|,)\s*(\w+)/g)].map(([, name = '']) => name));
  return [...single, ...grouped];
}

/** The groups of modules that reach each other. */
function circlesIn(graph: Map<string, Set<string>>): string[][] {
  const reach = new Map([...graph.keys()].map((start) => [start, reachable(graph, start)]));
  const reaches = (from: string, to: string): boolean => reach.get(from)?.has(to) ?? false;
  const groups = [...graph.keys()].filter((name) => reaches(name, name)).map((name) => [...graph.keys()].filter((other) => reaches(name, other) && reaches(other, name)).toSorted().join(' '));
  return [...new Set(groups)].toSorted().map((group) => group.split(' '));
}

function reachable(graph: Map<string, Set<string>>, start: string): Set<string> {
  const seen = new Set<string>();
  const open = [...(graph.get(start) ?? [])];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    open.push(...(graph.get(name) ?? []));
  }
  return seen;
}
