/**
 * Measures the core beside other libraries in one run and writes the results.
 *
 *   npm run bench                                        everything
 *   npm run bench -- --only list-large --peers mupdf     a part, printed and not written
 *   npm run bench -- --only sign                         signatures alone, likewise
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { type EncryptionSection, encryptionSection, encryptionText } from './encryption/run.ts';
import { goals, type LimitName, limitRow, limits, rowOf } from './goals.ts';
import { hugeSection } from './huge/run.ts';
import { type Operation, type Result, measure } from './jobs.ts';
import { judge } from './judge.ts';
import { peers } from './peers/all.ts';
import { signingSection } from './signing/run.ts';
import { largeWorkload } from './workloads/large.ts';
import { taggedWorkload } from './workloads/tagged.ts';
import type { Workload } from './workloads/workload.ts';

interface Section {
  operation: Operation;
  workload: Workload;
  results: Result[];
  leftOut: string[];
}

const { values: wanted } = parseArgs({ options: { only: { type: 'string', default: '' }, peers: { type: 'string', default: '' }, times: { type: 'string', default: '7' } } });
const here = new URL('.', import.meta.url).pathname;
const folder = join(here, '..', '.setup', 'bench');
const times = { cold: Number(wanted.times), warm: Number(wanted.times) };
const isWanted = (name: string) => name.includes(wanted.only);

const [large, tagged] = [largeWorkload(folder), taggedWorkload(folder)];
const plan: [Operation, Workload, { cold: number; warm: number }][] = [
  ['list', large, { ...times, warm: 0 }],
  ['fill', large, times],
  ['fill', tagged, { ...times, warm: 0 }],
];
const sections: Section[] = [];
for (const [operation, workload, repeats] of plan) {
  if (isWanted(`${operation}-${workload.name}`)) sections.push(await section(operation, workload, repeats));
}
const protections = (['encrypt', 'password'] as const).filter((operation) => isWanted(`${operation}-large`)).map((operation) => encryptionSection(operation, large.path, folder, times.cold));
const huge = isWanted('huge') ? await hugeSection(folder) : { text: '', figures: {} };
const signing = isWanted('sign') ? signingSection(folder) : '';
const text = report(sections, protections, [signing, huge.text].filter((part) => part !== '').join('\n\n'), { ...huge.figures, 'WebAssembly, gzipped': wasmKilobytes() });
if (wanted.only === '' && wanted.peers === '') writeFileSync(join(here, 'results.md'), text);
console.log(text);

async function section(operation: Operation, workload: Workload, repeats: { cold: number; warm: number }): Promise<Section> {
  const done: Section = { operation, workload, results: [], leftOut: [] };
  for (const [name, peer] of Object.entries(peers)) {
    const isOwn = name.startsWith('@countersign/');
    if (!isOwn && wanted.peers !== '' && !wanted.peers.split(',').includes(name)) continue;
    if (name.endsWith(operation === 'list' ? 'contiguous' : 'names only')) continue;
    const why = peer().leavesOut?.[workload.name];
    if (why) {
      done.leftOut.push(`${name}: ${why}`);
      continue;
    }
    const { result, output } = measure(name, operation, workload, folder, repeats);
    const fault = operation === 'fill' ? await judge(output, workload.values) : undefined;
    if (fault) {
      if (isOwn) throw new Error(`${name}: ${fault}`);
      done.leftOut.push(`${name}: ${fault}`);
      continue;
    }
    done.results.push(result);
    console.error(`${operation} ${workload.name} ${name}: ${result.cold.toFixed(0)} ms`);
  }
  return done;
}

function wasmKilobytes(): number {
  const wasm = readFileSync(join(here, '..', 'bindings', 'generated', 'countersign_wasm_bg.wasm'));
  return gzipSync(wasm, { level: 9 }).length / 1000;
}

function report(sections: Section[], protections: EncryptionSection[], huge: string, figures: Partial<Record<LimitName, number>>): string {
  const measured = [...sections.map(({ operation, workload, results }) => ({ operation, workload: workload.name, results })), ...protections.map((it) => ({ ...it, workload: large.name }))];
  const reached = goals.flatMap((goal) => {
    const found = measured.find((it) => it.operation === goal.operation && it.workload === goal.workload);
    return found ? [rowOf(goal, found.results)] : [];
  });
  const kept = limits.flatMap((limit) => {
    const figure = figures[limit.name];
    return figure === undefined ? [] : [limitRow(limit, figure)];
  });
  const parts = [...sections.map(sectionText), ...protections.map((it) => encryptionText(it, large.path)), huge].filter((part) => part !== '');
  return `# Results

Made by \`npm run bench\`: Node ${process.versions.node}, ${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores. Take the ratios, not the times.

From bytes in memory to the result. Each library runs in processes of its own and in its own best mode; its filled file is checked
by qpdf and read back, every field with its own appearance stream; listed fields have name, value, page and rectangle. Cold: the first call of a process, median of ${times.cold}. Warm: further calls in
one process, median of ${times.warm}. Loading and starting the library is not counted. Peak: memory of the process at its most, over the
file's own size.

## Goals

| operation | against | at most | measured | |
|---|---|---|---|---|
${[...reached, ...kept].join('\n')}

${parts.join('\n\n')}

Criterion's own measurements (merge, detection) are printed by \`cargo bench\`, which this command runs first.
`;
}

function sectionText({ operation, workload, results, leftOut }: Section): string {
  const rows = results.map(
    ({ peer, version, cold, warm, peak, newBytes }) =>
      `| ${peer} ${version} | ${cold.toFixed(0)} | ${warm === undefined ? '' : warm.toFixed(0)} | ${(peak / 1e6).toFixed(0)} | ${newBytes === 0 ? '' : (newBytes / 1e6).toFixed(1)} |`,
  );
  const title = operation === 'list' ? 'Open and list all fields' : 'Fill every field and save';
  const notes = leftOut.map((line) => `\n\nLeft out: ${line}.`).join('');
  return `## ${title}: ${workload.name}

${workload.about}.

| library | cold ms | warm ms | peak MB | new bytes, MB |
|---|---|---|---|---|
${rows.join('\n')}${notes}`;
}
