import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './paths.mjs';

const folder = join(root, '.setup');

/** A digest over the names and contents of files and folders: equal inputs need no second build. */
export function digestOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths) for (const file of filesBelow(join(root, path))) {
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !['node_modules', 'target', 'dist', 'generated'].includes(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => filesBelow(join(path, entry.name)));
}

/** Whether a step's outputs exist and were made from these very inputs. */
export function isFresh(name, digest, outputs) {
  const stamp = join(folder, name);
  return outputs.every((output) => existsSync(join(root, output))) && existsSync(stamp) && readFileSync(stamp, 'utf8') === digest;
}

/** Remembers what a step was made from. */
export function markFresh(name, digest) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), digest);
}
