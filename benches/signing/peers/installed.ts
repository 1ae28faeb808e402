import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Peers of this measurement only; installed beside the benches' other work, never shipped. */
const packages = { '@libpdf/core': '0.4.2', '@signpdf/signpdf': '3.3.0', '@signpdf/placeholder-plain': '3.3.0', '@signpdf/signer-p12': '3.3.0' };
const folder = join(new URL('../../..', import.meta.url).pathname, '.setup', 'bench', 'signing-peers');
const require = createRequire(join(folder, 'package.json'));

/** Installs what is not there yet. */
export function installPeers(): void {
  if (Object.keys(packages).every((name) => existsSync(join(folder, 'node_modules', name)))) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...Object.entries(packages).map(([name, version]) => `${name}@${version}`)], { cwd: folder, stdio: 'inherit' });
}

/** Loads a peer. */
export async function load<T>(name: string): Promise<T> {
  const entry = JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'));
  if (entry.type !== 'module') return require(name) as T;
  const main: unknown = entry.exports?.['.']?.import?.default ?? entry.exports?.['.']?.import ?? entry.exports?.['.']?.default ?? entry.module ?? entry.main;
  return (await import(join(folder, 'node_modules', name, String(main)))) as T;
}

export function versionOf(name: keyof typeof packages): string {
  return packages[name];
}
