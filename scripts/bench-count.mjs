import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compare, inWords, problemOf } from '../benches/instruction-counts.ts';
import { endWith, SetupProblem } from './setup/fail.mjs';
import { root } from './setup/paths.mjs';
import { has } from './setup/run.mjs';

/**
 * Counts the instructions of the core's operations under callgrind and compares them with what was recorded: unlike
 * times they hardly differ from run to run. `npm run bench:count -- --record` records them anew.
 */
const recordedPath = join(root, 'benches', 'counts.json');
const operations = { 'countersign-forms': ['open-and-list', 'fill', 'fill-greek', 'flatten', 'place'] };

try {
  if (!has('valgrind')) throw new SetupProblem('valgrind is missing: it counts the instructions.', 'Install it (Debian and Ubuntu: apt-get install valgrind) and run this command again.');
  const counts = {};
  for (const [crate, names] of Object.entries(operations)) {
    const program = programOf(crate);
    for (const name of names) counts[`${crate}: ${name}`] = count(program, name);
  }
  const compared = compare(counts, existsSync(recordedPath) ? JSON.parse(readFileSync(recordedPath, 'utf8')) : {});
  for (const one of compared) console.log(inWords(one));
  const problem = problemOf(compared);
  if (process.argv.includes('--record')) writeFileSync(recordedPath, `${JSON.stringify(counts, null, 2)}\n`);
  else if (problem) throw new SetupProblem(problem, 'Find out why; if it has to be, record the new counts with "npm run bench:count -- --record".');
} catch (error) {
  endWith(error);
}

/** Builds the bench of a crate and says where it is. */
function programOf(crate) {
  const { status, stdout } = spawnSync('cargo', ['bench', '--locked', '-p', crate, '--bench', 'count', '--no-run', '--message-format=json'], { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 1 << 28 });
  if (status !== 0) throw new SetupProblem(`The bench of ${crate} could not be built.`, 'See the messages of cargo above.');
  const lines = stdout.split('\n').filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
  return lines.findLast((line) => line.target?.name === 'count' && line.executable).executable;
}

function count(program, name) {
  const folder = join(root, '.setup', 'bench');
  mkdirSync(folder, { recursive: true });
  const out = join(folder, `callgrind-${name}.out`);
  const { status, stderr } = spawnSync('valgrind', ['--tool=callgrind', '--collect-atstart=no', '--toggle-collect=count::measured', `--callgrind-out-file=${out}`, program, name], { encoding: 'utf8', maxBuffer: 1 << 26 });
  const counted = Number(/^(?:summary|totals): (\d+)/m.exec(status === 0 ? readFileSync(out, 'utf8') : '')?.[1] ?? 0);
  if (counted === 0) throw new SetupProblem(`${name} could not be counted.`, stderr);
  return counted;
}
