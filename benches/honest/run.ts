/**
 * How many honest files we accept: `npm run bench:honest [-- FOLDER …]` judges every signed PDF of the shared data and of the folders, and
 * writes `benches/honest.md`, which says how the files are had.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createNodeEngine } from '@countersign/core/node';
import { root, shared } from '../../tests/support/shared.ts';
import { dssOpinion } from './dss.ts';
import { signedFiles, type SignedFile } from './files.ts';
import { javaFacts, javaOpinion } from './java.ts';
import { Judgements } from './judgements.ts';
import { popplerOpinion } from './poppler.ts';
import { productOpinion } from './product.ts';
import { pyHankoOpinions } from './pyhanko.ts';
import { differences, share, tableByClass } from './report.ts';
import { isHonest, type ComparedOpinion, type JudgedFile, type Opinion, type SignatureFacts } from './verdicts.ts';

const storedVerdicts = (judge: string) => join(root, '.setup', 'bench', 'honest', `${judge}.json`);
const report = join(root, 'benches', 'honest.md');
const now = Math.floor(Date.now() / 1000);

const folders = [shared('data/signatures/valid') ?? [], shared('data/pdf') ?? [], process.argv.slice(2)].flat();
const files = signedFiles(folders);
console.log(`${files.length} signed files`);

const facts = await new Judgements<SignatureFacts[] | string>(storedVerdicts('java')).complete(files, files.length, (some) => Promise.resolve(factsOf(some)));
const compared = await new Judgements<ComparedOpinion>(storedVerdicts('pyhanko')).complete(files, 20, (some) => Promise.resolve(pyHankoOpinions(some.map(({ path }) => path))));
const read = await new Judgements<Opinion>(storedVerdicts('poppler')).complete(files, 20, (some) => Promise.resolve(some.map(({ path }) => popplerOpinion(path))));

const engine = await createNodeEngine();
const judged: JudgedFile[] = [];
for (const file of files) judged.push(await judge(file));
await engine.close();

const figures = tableByClass(judged);
const byPoppler = judged.filter(({ pyHanko, poppler }) => pyHanko.acceptsApartFromAlgorithms && poppler.accepts);
const older = `Of the ${byPoppler.length} files that pyHanko and Poppler accept without asking about the age of algorithms: ${share(byPoppler)}.`;
console.log(`${figures}\n\n${older}\n\n${differences(judged)}`);
const honest = judged.filter(isHonest);
writeFileSync(report, replaced(readFileSync(report, 'utf8'), `Measured on ${new Date().toISOString().slice(0, 10)}: ${share(honest)} of ${honest.length} honest files.\n\n${figures}\n\n${older}\n\n${differences(judged)}`));

function factsOf(some: readonly SignedFile[]): (SignatureFacts[] | string)[] {
  const found = javaFacts(some.map(({ path }) => path));
  return some.map(({ path }) => found.get(path) ?? []);
}

async function judge(file: SignedFile): Promise<JudgedFile> {
  const known = facts.of(file);
  const pyHanko = compared.of(file);
  return { ...file, product: await productOpinion(engine, file.path, now), pyHanko, java: javaOpinion(known), dss: dssOpinion(known, pyHanko, now), poppler: read.of(file) };
}

/** What stands above the mark is written by people. */
function replaced(text: string, measured: string): string {
  const mark = '<!-- measured -->\n';
  const at = text.indexOf(mark);
  if (at < 0) throw new Error(`${report} has no mark`);
  return `${text.slice(0, at)}${mark}\n${measured}\n`;
}
