import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, toolPath } from './setup/paths.mjs';
import { cargoResults, checkResults, vitestResults } from './test-results.mjs';

const bin = (name) => join(root, 'node_modules', '.bin', name);
const vitest = (project) => ({
  command: bin('vitest'),
  args: ['run', '--project', project, '--reporter=default', `--reporter=${join(root, 'scripts', 'test-report.mjs')}`],
  env: { REPORT_FILE: reportFile(project) },
  results: (status, output) => vitestResults(status, output, reportOf(project)),
});
const check = (command, args) => ({ command, args, results: checkResults });

/** Fixed seed, so that a failing property test points at the change. `cargo test` alone uses a new seed each time. */
const sameValues = { PROPTEST_RNG_SEED: '1' };

/** Suites that need only the Rust toolchain. They run while set-up links and downloads. */
export const early = [
  { title: 'Rust format', ...check('cargo', ['fmt', '--all', '--check']) },
  { title: 'Rust lint', ...check('cargo', ['clippy', '--locked', '--workspace', '--all-targets', '--', '-D', 'warnings']) },
];

/** Suites that also need the outside validators (judges). */
export const rust = [{ title: 'Rust tests', command: 'cargo', args: ['test', '--locked', '--workspace', '--no-fail-fast'], results: cargoResults }];

/** Suites that need the bindings and a database, fastest first. */
export const typescript = [
  // Each checker works out anew what others have; beside another lane, one is done sooner than four.
  { title: 'Types', ...check(bin('tsc'), ['--noEmit', '-p', 'tsconfig.json', '--checkers', '1']) },
  { title: 'Types of the service worker', ...check(bin('tsc'), ['--noEmit', '-p', 'web/worker']) },
  { title: 'TypeScript lint', ...check(bin('oxlint'), ['--deny-warnings']) },
  { title: 'Web units', ...vitest('web') },
  { title: 'Contract, server and core units', ...vitest('unit') },
];

/** Suites that need the compiled core and the judges. */
export const core = [{ title: 'Core conformance and outside judges', ...vitest('conformance') }];

/** Suites that need the built product. */
export const journeys = [{ title: 'Journeys in the browser', ...vitest('e2e') }];

/** Runs one suite and reads its results. Its output is shown as it comes, or at its end where another lane talks too. */
export async function runSuite(suite, alone) {
  console.log(`\n── ${suite.title} …`);
  const began = Date.now();
  const { status, output } = await follow(suite, alone);
  const results = suite.results(status, output);
  if (!alone) console.log(`\n── ${suite.title}\n${output}`);
  console.log(`── ${suite.title}: ${results.passed} passed, ${results.failed} failed, ${results.skipped} skipped (${Math.round((Date.now() - began) / 1000)} s)`);
  return { title: suite.title, ...results };
}

function follow({ command, args, env }, shown) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env: { ...sameValues, ...process.env, ...env, PATH: toolPath, CI: 'true' }, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of ['stdout', 'stderr']) {
      child[stream].on('data', (chunk) => {
        output += chunk;
        if (shown) process[stream].write(chunk);
      });
    }
    child.on('error', (error) => resolve({ status: 1, output: error.message }));
    child.on('close', (status) => resolve({ status, output }));
  });
}

function reportOf(project) {
  return existsSync(reportFile(project)) ? JSON.parse(readFileSync(reportFile(project), 'utf8')) : undefined;
}

function reportFile(project) {
  return join(root, '.setup', 'results', `${project}.json`);
}
