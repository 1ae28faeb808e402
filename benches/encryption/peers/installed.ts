import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/** Where the peers are installed that run beside us in benchmarks only and are no dependency of anything. */
const folder = new URL('../../../.setup/bench/peers/', import.meta.url);
const resolver = createRequire(new URL('package.json', folder));

/** Loads a peer; the caller says what it expects of it. */
export async function loadPeer<Module>(name: string, file?: string): Promise<Module> {
  const path = file === undefined ? resolver.resolve(name) : new URL(`node_modules/${name}/${file}`, folder).pathname;
  return (await import(pathToFileURL(path).href)) as Module;
}

/** A file of a peer's package. */
export function peerFile(name: string, file: string): Buffer {
  return readFileSync(new URL(`node_modules/${name}/${file}`, folder));
}

/** The version that is installed. */
export function peerVersion(name: string): string {
  return JSON.parse(peerFile(name, 'package.json').toString('utf8')).version;
}
