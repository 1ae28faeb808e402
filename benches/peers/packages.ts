import { readFileSync } from 'node:fs';

// The peers are installed beside these files when the bench runs, and only then: nothing else depends on them, and
// their types are what the callers say.

/** Loads a peer's module. */
export function load<Module>(name: string): Promise<Module> {
  return import(import.meta.resolve(name));
}

/** Where a file of a peer's package is. */
export function fileOf(name: string, file: string): URL {
  const entry = import.meta.resolve(name);
  const folder = `/node_modules/${name}/`;
  return new URL(file, entry.slice(0, entry.lastIndexOf(folder) + folder.length));
}

/** The version of a peer's package. */
export function versionOf(name: string): string {
  return JSON.parse(readFileSync(fileOf(name, 'package.json'), 'utf8')).version;
}
