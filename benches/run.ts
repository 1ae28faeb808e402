import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { PDFDocument, PDFTextField } from 'pdf-lib';
import { encryptionSection } from './encryption/run.ts';
import { hugeSection } from './huge/run.ts';
import { largeFile, valuesFor } from './large-file.ts';

interface Measured {
  name: string;
  version: string;
  cold: number;
  warm: number;
  peakMegabytes: number;
  newBytes: number;
}

const here = new URL('.', import.meta.url).pathname;
const work = join(here, '..', '.setup', 'bench');

mkdirSync(work, { recursive: true });
const input = await largeFile(work);
const results: Measured[] = [];
for (const name of ['@countersign/core', 'pdf-lib']) results.push(await measure(name));
const sections = [report(results), await encryptionSection(input, work), await hugeSection(work)];
writeFileSync(join(here, 'results.md'), `${sections.join('\n\n')}\n`);
console.log(readFileSync(join(here, 'results.md'), 'utf8'));

/** One peer in a process of its own, so that its memory is its own; its result is checked. */
async function measure(name: string): Promise<Measured> {
  const output = join(work, `${name.replaceAll(/\W/g, '-')}.pdf`);
  const printed = execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', join(here, 'measure-fill.ts'), name, input, output], { encoding: 'utf8', maxBuffer: 1 << 26 });
  execFileSync('qpdf', ['--check', output], { stdio: 'ignore' });
  await assertFilled(output);
  return JSON.parse(printed.trim().split('\n').at(-1) ?? '');
}

/** Every value reads back, and every field has an appearance. */
async function assertFilled(path: string): Promise<void> {
  const missing = new Map(Object.entries(valuesFor()));
  for (const field of (await PDFDocument.load(readFileSync(path))).getForm().getFields()) {
    const name = field.getName();
    if (!(field instanceof PDFTextField) || field.getText() !== missing.get(name)) throw new Error(`${path}: ${name} is not filled`);
    if (!field.acroField.getWidgets()[0]?.getAppearances()?.normal) throw new Error(`${path}: ${name} has no appearance`);
    missing.delete(name);
  }
  if (missing.size > 0) throw new Error(`${path}: ${missing.size} fields are gone`);
}

function report(results: Measured[]): string {
  const [own, peer] = results;
  if (!own || !peer) throw new Error('Nothing was measured');
  const row = ({ name, version, cold, warm, peakMegabytes, newBytes }: Measured) =>
    `| ${name} ${version} | ${cold.toFixed(0)} | ${warm.toFixed(0)} | ${peakMegabytes.toFixed(0)} | ${(newBytes / 1e6).toFixed(1)} |`;
  return `# Results

Made by \`npm run bench\`: Node ${process.versions.node}, ${cpus().length} cores. Take the ratios, not the times.
Criterion's own measurements (merge, detection) are printed by \`cargo bench\`, which this command runs first.

## Fill and save: 2,000 text fields, 1,000 pages, ${(statSync(input).size / 1e6).toFixed(0)} MB

From bytes in memory to the saved result; every field with its own appearance stream. Each library runs in a process of its
own, in its own best mode; its result is checked by qpdf and read back. Cold: first call of the process. Warm: best of five more.

| library | cold ms | warm ms | peak MB | bytes written, MB |
|---|---|---|---|---|
${results.map(row).join('\n')}

Time of @countersign/core over pdf-lib: cold ${ratio(own.cold, peer.cold)}, warm ${ratio(own.warm, peer.warm)}; memory ${ratio(own.peakMegabytes, peer.peakMegabytes)}.`;
}

function ratio(own: number, peer: number): string {
  return (own / peer).toFixed(2);
}
