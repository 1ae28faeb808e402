import { mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { root, toolCache, toolPath } from './paths.mjs';
import { outputOf, run } from './run.mjs';

/** What cargo makes of the core, as a path from the root. */
export const compiledCore = join('target', 'wasm32-unknown-unknown', 'release', 'countersign_wasm.wasm');

const generated = join(root, 'bindings', 'generated');
const env = { PATH: toolPath };

/** Compiles the core, and has the command at hand that makes its JavaScript glue. Needs no JavaScript package. */
export async function compileCore() {
  await run('cargo', ['build', '--locked', '--release', '--target', 'wasm32-unknown-unknown', '-p', 'countersign-wasm'], { cwd: root, env });
  await wasmBindgen();
}

/** Makes the core's JavaScript glue and declarations, and optimises the code. */
export async function linkCore() {
  mkdirSync(generated, { recursive: true });
  await run(await wasmBindgen(), ['--target', 'web', '--out-dir', generated, join(root, compiledCore)], { cwd: root, env });
  await optimise(join(generated, 'countersign_wasm_bg.wasm'));
}

async function optimise(wasm) {
  const smaller = `${wasm}.opt`;
  const features = ['simd', 'bulk-memory', 'bulk-memory-opt', 'sign-ext', 'nontrapping-float-to-int', 'mutable-globals', 'reference-types', 'multivalue'];
  await run(join(root, 'node_modules', '.bin', 'wasm-opt'), ['-Os', ...features.map((name) => `--enable-${name}`), wasm, '-o', smaller], { cwd: root, env });
  renameSync(smaller, wasm);
}

/** The wasm-bindgen command of exactly the version in Cargo.lock: from PATH, from the cache, or built once. */
async function wasmBindgen() {
  const version = /name = "wasm-bindgen"\nversion = "([^"]+)"/.exec(readFileSync(join(root, 'Cargo.lock'), 'utf8'))?.[1];
  const cached = join(toolCache, 'tools', 'bin', 'wasm-bindgen');
  for (const candidate of ['wasm-bindgen', cached]) {
    if (outputOf(candidate, ['--version'])?.endsWith(` ${version}`)) return candidate;
  }
  // A debug build takes a minute instead of ten and does the same work.
  await run('cargo', ['install', '--debug', 'wasm-bindgen-cli', '--version', version, '--root', join(toolCache, 'tools')], { cwd: root });
  return cached;
}

