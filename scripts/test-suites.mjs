import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, toolPath } from './setup/paths.mjs';

const bin = (name) => join(root, 'node_modules', '.bin', name);
const vitest = (project) => ({ command: bin('vitest'), args: ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${resultsOf(project)}`], count: () => vitestCounts(project) });
const check = (command, args) => ({ command, args, count: (status) => ({ passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 }) });

/** Every suite, quickest answers first. */
export const suites = [
  { title: 'Types', ...check(bin('tsc'), ['--noEmit', '-p', 'tsconfig.json']) },
  { title: 'TypeScript lint', ...check(bin('oxlint'), ['--deny-warnings']) },
  { title: 'Rust format', ...check('cargo', ['fmt', '--all', '--check']) },
  { title: 'Rust lint', ...check('cargo', ['clippy', '--locked', '--workspace', '--all-targets', '--', '-D', 'warnings']) },
  { title: 'Rust tests', command: 'cargo', args: ['test', '--locked', '--workspace'], count: cargoCounts },
  { title: 'Web units', ...vitest('web') },
  { title: 'Contract, server and core units', ...vitest('unit') },
  { title: 'Core conformance and outside judges', ...vitest('conformance') },
  { title: 'Journeys in the browser', ...vitest('e2e') },
];

/** Runs one suite, showing its output, and counts its tests. */
export async function runSuite(suite) {
  console.log(`\n── ${suite.title}`);
  const began = Date.now();
  const { status, output } = await follow(suite.command, suite.args);
  const counts = suite.count(status, output);
  if (status !== 0 && counts.failed === 0) counts.failed = 1;
  console.log(`── ${suite.title}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped (${Math.round((Date.now() - began) / 1000)} s)`);
  return counts;
}

function follow(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env: { ...process.env, PATH: toolPath, CI: 'true' }, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of ['stdout', 'stderr']) {
      child[stream].on('data', (chunk) => {
        output += chunk;
        process[stream].write(chunk);
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
