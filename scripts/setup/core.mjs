import { mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { root, toolCache, toolPath } from './paths.mjs';
import { outputOf, run } from './run.mjs';

/** What cargo makes of the core, as a path from the root. */
export const compiledCore = join('target', 'wasm32-unknown-unknown', 'release', 'countersign_module.wasm');

const generated = join(root, 'bindings', 'generated');
const env = { PATH: toolPath };

/** Compiles the core. Needs no JavaScript package. */
export function compileCore() {
  return run('cargo', ['build', '--locked', '--release', '--target', 'wasm32-unknown-unknown', '-p', 'countersign-module'], { cwd: root, env });
}

/** Makes the core's JavaScript glue and declarations, and optimises the code. */
export async function linkCore() {
  mkdirSync(generated, { recursive: true });
  await run(foundWasmBindgen(), ['--target', 'web', '--out-dir', generated, '--out-name', 'countersign_wasm', join(root, compiledCore)], { cwd: root, env });
  await optimise(join(generated, 'countersign_wasm_bg.wasm'));
}

async function optimise(wasm) {
  const smaller = `${wasm}.opt`;
  // Functions stay apart, as the compiler left them: one that swallowed all it calls once is compiled with what it rarely
  // needs, and by the time an engine has made it fast the only call of it is over.
  const apart = '--one-caller-inline-max-function-size=40';
  const features = ['simd', 'bulk-memory', 'bulk-memory-opt', 'sign-ext', 'nontrapping-float-to-int', 'mutable-globals', 'reference-types', 'multivalue'];
  await run(join(root, 'node_modules', '.bin', 'wasm-opt'), ['-Os', apart, ...features.map((name) => `--enable-${name}`), wasm, '-o', smaller], { cwd: root, env });
  renameSync(smaller, wasm);
}

/** Whether the wasm-bindgen command of exactly the version in Cargo.lock is there. */
export function hasWasmBindgen() {
  return foundWasmBindgen() !== undefined;
}

/** Builds the wasm-bindgen command once, into the cache. A debug build takes a minute instead of ten and does the same work. */
export function installWasmBindgen() {
  return run('cargo', ['install', '--debug', 'wasm-bindgen-cli', '--version', lockedVersion(), '--root', join(toolCache, 'tools')], { cwd: root });
}

/** From PATH or from the cache. */
function foundWasmBindgen() {
  const candidates = ['wasm-bindgen', join(toolCache, 'tools', 'bin', 'wasm-bindgen')];
  return candidates.find((candidate) => outputOf(candidate, ['--version'])?.endsWith(` ${lockedVersion()}`));
}

function lockedVersion() {
  return /name = "wasm-bindgen"\nversion = "([^"]+)"/.exec(readFileSync(join(root, 'Cargo.lock'), 'utf8'))?.[1];
}
