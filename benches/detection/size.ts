// How much the code and the tables of detection weigh: detection alone as WebAssembly, optimised and compressed like the core.
// With it comes what every such module holds (memory, sorting, text), so this is rather too much than too little.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

const root = resolve(import.meta.dirname, '../..');
const crate = join(import.meta.dirname, 'alone');
const target = join(root, 'target', 'detection-alone');

function run(command: string, args: string[]): void {
  const result = spawnSync(command, args, { cwd: crate, stdio: ['ignore', 'inherit', 'inherit'] });
  if (result.status !== 0) throw new Error(`${command} ended with ${result.status ?? result.error?.message}`);
}

/** A line for the report: kilobytes as they are sent, of them the trees of the model. */
export function measureSize(): string {
  mkdirSync(target, { recursive: true });
  // The same versions of everything as in the product.
  copyFileSync(join(root, 'Cargo.lock'), join(crate, 'Cargo.lock'));
  run('cargo', ['build', '--quiet', '--release', '--target', 'wasm32-unknown-unknown', '--target-dir', target]);
  const built = join(target, 'wasm32-unknown-unknown', 'release', 'countersign-detection-alone.wasm');
  const small = join(target, 'alone.wasm');
  const features = ['simd', 'bulk-memory', 'bulk-memory-opt', 'sign-ext', 'nontrapping-float-to-int', 'mutable-globals', 'reference-types', 'multivalue'];
  run(join(root, 'node_modules', '.bin', 'wasm-opt'), ['-Os', '--strip-debug', '--strip-producers', ...features.map((name) => `--enable-${name}`), built, '-o', small]);
  const kilobytes = (path: string) => (gzipSync(readFileSync(path), { level: 9 }).length / 1000).toFixed(0);
  return `${kilobytes(small)} kB with gzip, of them ${kilobytes(join(root, 'crates', 'detect', 'src', 'model', 'model.bin'))} kB of trees`;
}
