import { copyFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { root, toolCache, toolPath } from './paths.mjs';
import { outputOf, run } from './run.mjs';

/** Path of cargo's build output for the core, from the root. */
export const compiledCore = join('target', 'wasm32-unknown-unknown', 'release', 'countersign_module.wasm');

const wasmPackVersion = '0.15.1';
const generated = join(root, 'bindings', 'generated');
const env = { PATH: toolPath };

/** Compiles the core. Needs no JavaScript package. */
export function compileCore() {
  return run('cargo', ['build', '--locked', '--release', '--target', 'wasm32-unknown-unknown', '-p', 'countersign-module'], { cwd: root, env });
}

/**
 * Builds the package of the core with wasm-pack: the module, and JavaScript glue in two forms. Both forms load the same module:
 * `countersign_wasm.js` by address or from bytes (Node, and bundlers without a plugin), `countersign_bundler.js` by an import
 * statement (bundlers that import WebAssembly: the web app).
 */
export async function linkCore() {
  await wasmPack('web', generated);
  await optimise(join(generated, 'countersign_wasm_bg.wasm'));
  const bundler = join(root, 'target', 'wasm-pack-bundler');
  await wasmPack('bundler', bundler);
  copyFileSync(join(bundler, 'countersign_wasm_bg.js'), join(generated, 'countersign_wasm_bg.js'));
  for (const ending of ['js', 'd.ts']) copyFileSync(join(bundler, `countersign_wasm.${ending}`), join(generated, `countersign_bundler.${ending}`));
  for (const name of ['countersign_wasm.d.ts', 'countersign_wasm_bg.wasm.d.ts', 'countersign_bundler.d.ts']) declareWithoutDom(join(generated, name));
}

/** The types that wasm-bindgen takes from the DOM library, which programs in Node do not have. */
const domTypes = [
  [/\bWebAssembly\.(Module|Memory|Table)\b/g, 'object'],
  [/\bRequestInfo \| URL \| Response \| BufferSource\b/g, 'string | object'],
  [/\bBufferSource\b/g, 'ArrayBuffer | ArrayBufferView'],
];

export function declareWithoutDom(file) {
  const text = domTypes.reduce((written, [type, instead]) => written.replaceAll(type, instead), readFileSync(file, 'utf8'));
  writeFileSync(file, text);
}

/** `no-install`: wasm-pack would download wasm-bindgen and wasm-opt; set-up has both. */
async function wasmPack(target, folder) {
  const found = foundWasmBindgen();
  const path = found.includes('/') ? [dirname(found), toolPath].join(delimiter) : toolPath;
  const options = ['--release', '--mode', 'no-install', '--target', target, '--no-opt', '--no-pack', '--out-dir', folder, '--out-name', 'countersign_wasm'];
  await run(foundWasmPack(), ['build', join(root, 'crates', 'module'), ...options, '--', '--locked'], { cwd: root, env: { PATH: path } });
  // It would keep the files out of the npm package.
  rmSync(join(folder, '.gitignore'), { force: true });
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

/** Builds the wasm-bindgen command once, into the cache. */
export function installWasmBindgen() {
  return installTool('wasm-bindgen-cli', lockedVersion());
}

export function hasWasmPack() {
  return foundWasmPack() !== undefined;
}

export function installWasmPack() {
  return installTool('wasm-pack', wasmPackVersion);
}

/**
 * A debug build without debug information takes a minute instead of ten and does the same work. By the lock file of the tool;
 * where the registry lacks a version that it names (a mirror may hold new ones back), with what the tool's requirements allow.
 */
export async function installTool(name, version, runs = run) {
  const install = (...locked) =>
    runs('cargo', ['install', '--debug', ...locked, name, '--version', version, '--root', join(toolCache, 'tools')], { cwd: root, env: { CARGO_PROFILE_DEV_DEBUG: '0' } });
  try {
    await install('--locked');
  } catch (error) {
    if (!lacksLockedVersion(error)) throw error;
    console.log(`  The registry lacks a version that the lock file of ${name} ${version} names: dependencies are resolved anew.`);
    await install();
  }
}

const lacksLockedVersion = ({ message }) => /failed to select a version for the requirement .*\(locked to /.test(message);

function foundWasmBindgen() {
  return foundTool('wasm-bindgen', lockedVersion());
}

function foundWasmPack() {
  return foundTool('wasm-pack', wasmPackVersion);
}

/** From PATH or from the cache. */
function foundTool(name, version) {
  const candidates = [name, join(toolCache, 'tools', 'bin', name)];
  return candidates.find((candidate) => outputOf(candidate, ['--version'])?.endsWith(` ${version}`));
}

function lockedVersion() {
  return /name = "wasm-bindgen"\nversion = "([^"]+)"/.exec(readFileSync(join(root, 'Cargo.lock'), 'utf8'))?.[1];
}
