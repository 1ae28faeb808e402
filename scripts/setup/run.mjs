import { spawn, spawnSync } from 'node:child_process';
import { SetupProblem } from './fail.mjs';

/** Whether a command can be started at all. */
export function has(command, args = ['--version']) {
  return spawnSync(command, args, { stdio: 'ignore' }).error === undefined;
}

/** Output of a command, trimmed; undefined if it fails or is missing. */
export function outputOf(command, args) {
  const result = spawnSync(command, args, { encoding: 'utf8' });
  return result.status === 0 ? result.stdout.trim() : undefined;
}

const running = new Set();

// A step that failed ends the set-up; what still ran would get in the way of the next try.
process.on('exit', () => running.forEach((child) => child.kill()));

/**
 * Runs a command to its end. Its output stays hidden unless it fails: then the last lines are shown,
 * because they say why. An installer of the system outlives this program: it is never broken off half way.
 */
export function run(command, args, { cwd, env, cure, outlives = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    if (!outlives) running.add(child);
    let tail = '';
    const keep = (chunk) => {
      tail = (tail + chunk).slice(-8000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', (error) => reject(problem(command, args, error.message, cure)));
    child.on('close', (status) => {
      running.delete(child);
      if (status === 0) resolve();
      else reject(problem(command, args, `it ended with status ${status}\n${tail.trimEnd()}`, cure));
    });
  });
}

function problem(command, args, why, cure) {
  return new SetupProblem(
    `${[command, ...args].join(' ')} failed: ${why}`,
    cure ?? 'The lines above say why. Mend that and run the same command again: finished steps are not repeated.',
  );
}
