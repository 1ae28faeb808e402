/**
 * How long verifying takes: `node benches/verifying/run.ts FOLDER` measures every PDF of a folder three times and prints the least.
 * The files of `benches/verification.md` are written by
 * `COUNTERSIGN_FILES=FOLDER cargo test --release -p countersign-verify --test suite files_for_measurements -- --ignored`.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { inBareNode } from '../bare-node.ts';

interface Measured {
  seconds: number;
  megabytes: number;
  signatures: number;
  passed: number;
}

const runs = 3;
const [folder = '.'] = process.argv.slice(2);
const program = join(new URL('.', import.meta.url).pathname, 'measure.ts');
const names = readdirSync(folder).filter((name) => name.endsWith('.pdf')).toSorted();

console.log('| file | processor seconds | peak MB | signatures | passed |\n|---|---|---|---|---|');
for (const name of names) {
  const all = Array.from({ length: runs }, () => inBareNode(program, [join(folder, name)]) as Measured);
  const least = all.reduce((one, other) => (other.seconds < one.seconds ? other : one));
  console.log(`| ${name} | ${least.seconds.toFixed(2)} | ${least.megabytes.toFixed(0)} | ${least.signatures} | ${least.passed} |`);
}
