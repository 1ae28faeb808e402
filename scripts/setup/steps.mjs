import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { compileCore, compiledCore, hasWasmBindgen, hasWasmPack, installWasmBindgen, installWasmPack, linkCore } from './core.mjs';
import { SetupProblem } from './fail.mjs';
import { convertFonts } from './fonts.mjs';
import { root, toolPath } from './paths.mjs';
import { has, outputOf, run } from './run.mjs';
import { digestOf, isFresh, markFresh } from './stamp.mjs';
import { archiveJudge, chromium, converters, judges, pdfTools, pdfium, tokens } from './test-tools.mjs';

const coreInputs = ['crates', 'Cargo.toml', 'Cargo.lock', 'rust-toolchain.toml', '.cargo', 'scripts/setup/core.mjs'];

/** The Rust toolchain: all other steps and the Rust suites depend on it. */
export const rustToolchain = { title: 'Rust toolchain', check: checkRust, run: addWasmTarget };

const packages = {
  title: 'JavaScript dependencies',
  needs: [rustToolchain],
  inputs: ['package.json', 'package-lock.json', 'bindings/package.json', '.npmrc'],
  outputs: ['node_modules/.bin/vite', 'node_modules/.bin/node'],
  run: () => run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: root, cure: 'npm could not install the packages: check the network and the registry that npm is set to.' }),
};

const compiled = { title: 'Document core (Rust)', needs: [rustToolchain], inputs: coreInputs, outputs: [compiledCore], run: compileCore };

const bindgen = { title: 'Glue generator of the core (wasm-bindgen)', needs: [rustToolchain], check: hasWasmBindgen, run: installWasmBindgen };

const pack = { title: 'Builder of the core (wasm-pack)', needs: [bindgen], check: hasWasmPack, run: installWasmPack };

const fonts = { title: 'Fonts of the core', needs: [packages], inputs: ['package-lock.json', 'scripts/setup/fonts.mjs'], outputs: ['bindings/fonts/index.json'], run: convertFonts };

const linked = {
  title: 'Document core (WebAssembly)',
  needs: [packages, compiled, bindgen, pack],
  inputs: coreInputs,
  outputs: ['bindings/generated/countersign_wasm_bg.wasm', 'bindings/generated/countersign_bundler.js'],
  run: linkCore,
};

const bindings = {
  title: 'Core bindings',
  needs: [linked, fonts],
  inputs: [...coreInputs, 'bindings', 'tsconfig.json'],
  outputs: ['bindings/dist/node.js'],
  run: () => tool('tsc', ['-p', 'bindings/tsconfig.json']),
};

const webApp = {
  title: 'Web app',
  needs: [bindings],
  inputs: [...coreInputs, 'bindings', 'contract', 'web', 'scripts/vite', 'vite.config.ts', 'tsconfig.json', 'package-lock.json'],
  outputs: ['web/dist/index.html'],
  run: () => tool('vite', ['build', '--logLevel', 'warn']),
};

/** Steps of `npm start`. Each names the steps it depends on, checks whether it is done, and does it otherwise. */
export const productSteps = [rustToolchain, packages, compiled, bindgen, pack, fonts, linked, bindings, webApp];

/** Further steps of `npm test`. Those that use apt run one after another, because apt takes a lock. */
export const testSteps = [...oneByOne([chromium, pdfTools, tokens, converters, archiveJudge]), { ...judges, needs: [rustToolchain] }, { ...pdfium, needs: [rustToolchain] }];

function oneByOne(steps) {
  return steps.reduce((before, step) => [...before, { ...step, needs: [rustToolchain, ...before.slice(-1)] }], []);
}

function tool(name, args) {
  return run(join(root, 'node_modules', '.bin', name), args, { cwd: root, env: { PATH: toolPath } });
}

function checkRust() {
  if (!has('cargo') || !has('rustup')) {
    throw new SetupProblem('The Rust toolchain is missing: the document core is built from source.', 'Install rustup from https://rustup.rs, open a new shell and run this command again.');
  }
  if (!has('cc')) {
    throw new SetupProblem('No C compiler was found: Rust links with it.', 'Install one (Debian and Ubuntu: apt-get install build-essential; macOS: xcode-select --install).');
  }
  return (outputOf('rustup', ['target', 'list', '--installed']) ?? '').includes('wasm32-unknown-unknown');
}

function addWasmTarget() {
  return run('rustup', ['target', 'add', 'wasm32-unknown-unknown'], { cwd: root, cure: 'rustup could not add the WebAssembly target: check the network, or run "rustup target add wasm32-unknown-unknown" yourself.' });
}

/** Begins the steps that are not done yet, each as soon as what it needs is there. Gives the promise of each step's end. */
export function beginSetUp(steps) {
  mkdirSync(join(root, '.setup'), { recursive: true });
  const ends = new Map();
  for (const [at, step] of steps.entries()) {
    const needed = (step.needs ?? []).map((other) => ends.get(other) ?? Promise.reject(new Error(`${step.title} needs ${other.title}, which does not come before it`)));
    ends.set(step, Promise.all(needed).then(() => setUpStep(step, `[${at + 1}/${steps.length}] ${step.title}`)));
  }
  return ends;
}

/** Runs the steps that are not done yet, telling each as it goes. */
export async function setUp(steps) {
  await Promise.all(beginSetUp(steps).values());
}

async function setUpStep(step, label) {
  const digest = digestOf(step.inputs ?? []);
  // A step about tools looks for them; a step that builds compares its inputs.
  const done = step.check ? await step.check() : isFresh(stampName(step), digest, step.outputs);
  if (done) return;
  const stop = tick(label);
  try {
    await step.run();
  } finally {
    stop();
  }
  if (!step.check) markFresh(stampName(step), digest);
}

function stampName(step) {
  return step.title.toLowerCase().replaceAll(/[^a-z]+/g, '-');
}

/** Says that a step began, that it still goes on, and how long it took. */
function tick(label) {
  const began = Date.now();
  const seconds = () => Math.round((Date.now() - began) / 1000);
  console.log(`${label} …`);
  const timer = setInterval(() => console.log(`${label} … ${seconds()} s`), 15_000);
  return () => {
    clearInterval(timer);
    console.log(`${label}: ${seconds()} s`);
  };
}

/** Refuses a Node that is too old, before anything else fails in a less readable way. */
export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new SetupProblem(`Node ${process.versions.node} is too old.`, 'Install Node 20.19 or newer from https://nodejs.org.');
}

