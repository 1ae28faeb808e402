import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, toolPath } from './setup/paths.mjs';

const bin = (name) => join(root, 'node_modules', '.bin', name);
const vitest = (project) => ({ command: bin('vitest'), args: ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${resultsOf(project)}`], count: () => vitestCounts(project) });
const check = (command, args) => ({ command, args, count: (status) => ({ passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 }) });

/** Properties are tried on the same values in every run, which then says something of the change; `cargo test` by hand takes others each time. */
const sameValues = { PROPTEST_RNG_SEED: '1' };

/** What needs the toolchain alone: it fills the processors while the set-up links and fetches. */
export const early = [
  { title: 'Rust format', ...check('cargo', ['fmt', '--all', '--check']) },
  { title: 'Rust lint', ...check('cargo', ['clippy', '--locked', '--workspace', '--all-targets', '--', '-D', 'warnings']) },
];

/** What needs the judges too. */
export const rust = [{ title: 'Rust tests', command: 'cargo', args: ['test', '--locked', '--workspace', '--no-fail-fast'], count: cargoCounts }];

/** What needs the bindings and a database; quickest answers first. */
export const typescript = [
  { title: 'Types', ...check(bin('tsc'), ['--noEmit', '-p', 'tsconfig.json']) },
  { title: 'TypeScript lint', ...check(bin('oxlint'), ['--deny-warnings']) },
  { title: 'Web units', ...vitest('web') },
  { title: 'Contract, server and core units', ...vitest('unit') },
];

/** What needs the compiled core and the judges. */
export const core = [{ title: 'Core conformance and outside judges', ...vitest('conformance') }];

/** What needs the whole product. */
export const journeys = [{ title: 'Journeys in the browser', ...vitest('e2e') }];

/** Runs one suite and counts its tests. Its output is shown as it comes, or at its end where another lane talks too. */
export async function runSuite(suite, alone) {
  console.log(`\n── ${suite.title} …`);
  const began = Date.now();
  const { status, output } = await follow(suite.command, suite.args, alone);
  const counts = suite.count(status, output);
  if (status !== 0 && counts.failed === 0) counts.failed = 1;
  if (!alone) console.log(`\n── ${suite.title}\n${output}`);
  console.log(`── ${suite.title}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped (${Math.round((Date.now() - began) / 1000)} s)`);
  return counts;
}

function follow(command, args, shown) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env: { ...sameValues, ...process.env, PATH: toolPath, CI: 'true' }, stdio: ['ignore', 'pipe', 'pipe'] });
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

function cargoCounts(_status, output) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const [, passed, failed, ignored] of output.matchAll(/test result: \S+ (\d+) passed; (\d+) failed; (\d+) ignored/g)) {
    counts.passed += Number(passed);
    counts.failed += Number(failed);
    counts.skipped += Number(ignored);
  }
  return counts;
}

function vitestCounts(project) {
  if (!existsSync(resultsOf(project))) return { passed: 0, failed: 1, skipped: 0 };
  const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(resultsOf(project), 'utf8'));
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests };
}

function resultsOf(project) {
  return join(root, '.setup', 'results', `${project}.json`);
}
