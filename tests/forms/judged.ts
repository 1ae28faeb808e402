/** Judges a signed document against what its signer typed: by the core, and by Poppler, which knows nothing of it. */
import { spawnSync } from 'node:child_process';
import type { Engine, Field as CoreField } from '@countersign/core/node';
import type { Field } from '#contract/entities/field.ts';
import { formatDate } from '#contract/entities/field-list.ts';
import { isPictureType } from '#contract/entities/field-rules.ts';
import { draw, type Drawing, inkIn } from '../support/ink.ts';
import { popplerSignatures, qpdfProblems } from '../support/judges.ts';
import { theDay } from './answers.ts';
import type { Answers } from './guided.ts';

interface Word {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** Words of all pages with the middle of each, in percent of its page. */
export function wordsOf(pdf: string): Word[][] {
  const { stdout } = spawnSync('pdftotext', ['-bbox', pdf, '-'], { encoding: 'utf8', maxBuffer: 1 << 28 });
  const number = (text: string, name: string): number => Number(new RegExp(`${name}="([-\\d.]+)"`).exec(text)?.[1] ?? 0);
  const plain = (text: string): string => text.replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"');
  return stdout.split('<page ').slice(1).map((page) => {
    const [width, height] = [number(page, 'width'), number(page, 'height')];
    return [...page.matchAll(/<word ([^>]*)>([^<]*)<\/word>/g)].map(([, place = '', text = '']) => ({
      x: ((number(place, 'xMin') + number(place, 'xMax')) / 2 / width) * 100,
      y: ((number(place, 'yMin') + number(place, 'yMax')) / 2 / height) * 100,
      text: plain(text),
    }));
  });
}

/** What a field must hold: what was typed, in the form of the field. */
function wanted(field: Field, answer: string | true): string | true {
  if (answer === true || field.type !== 'date') return answer;
  return formatDate(theDay, field.dateFormat);
}

const near = (a: number, b: number): boolean => Math.abs(a - b) < 0.3;
const isAt = (one: CoreField, { page, rect }: Field): boolean => one.page === page && near(one.rect.x, rect.x) && near(one.rect.y, rect.y) && near(one.rect.width, rect.width) && near(one.rect.height, rect.height);
/** Signs that a form prints between cells are read among what is typed into them. */
const bare = (text: string): string => text.replaceAll(/[^\p{L}\d@/.]/gu, '');
const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '' || value === false;

export interface Signed {
  readonly before: string;
  readonly after: string;
  readonly bytes: Uint8Array;
  /** The fields of the request. */
  readonly fields: readonly Field[];
  readonly answers: Answers;
}

/** Without empty signature fields, and without document time stamps, which Poppler does not judge: the product's seal, and one more where an earlier signature brought none. */
const judgedByPoppler = (pdf: string) => popplerSignatures(pdf).filter(({ validation }) => validation !== 'none' && validation !== 'Signature has not yet been verified.');

/** The document has one signature more than before, Poppler finds it valid, and the seal covers the whole file. */
function signatureProblems(before: string, after: string): string[] {
  const judged = judgedByPoppler(after);
  const expected = judgedByPoppler(before).length + 1;
  const own = judged.length === expected ? judged.at(-1)?.validation : `${judged.length} instead of ${expected}`;
  return own === 'Signature is Valid.' && popplerSignatures(after).at(-1)?.coversWhole ? [] : [`signature: ${own}`];
}

/** What is wrong with a signed document; nothing when every answer stands in its own place, and only there. */
export async function problemsIn(engine: Engine, { before, after, bytes, fields, answers }: Signed): Promise<string[]> {
  const problems: string[] = [];
  const broken = qpdfProblems(after);
  if (broken) problems.push(`qpdf: ${broken.split('\n')[0]}`);
  problems.push(...signatureProblems(before, after));
  const document = await engine.open(bytes);
  const inFile = await document.fields();
  await document.close();
  const pages = new Map<string, Drawing>();
  const paper = (pdf: string, page: number): Drawing => {
    const known = pages.get(`${pdf} ${page}`) ?? draw(pdf, page);
    pages.set(`${pdf} ${page}`, known);
    return known;
  };
  const [printed, read] = [wordsOf(before), wordsOf(after)];
  // What the form itself says stands among the answers, too.
  const words = read.map((page, at) => page.filter((word) => !printed[at]?.some((each) => each.text === word.text && near(each.x, word.x) && near(each.y, word.y))));
  const byRival = rivals(fields, answers);
  for (const field of fields) {
    const answer = byRival.get(field.id);
    const found = inFile.find((one) => isAt(one, field)) ?? inFile.find(({ fieldName, page }) => fieldName === field.fieldName && page === field.page);
    const where = `${field.type} "${field.tooltip ?? field.fieldName}" on page ${field.page}`;
    if (answer === undefined) {
      if (!isPictureType(field.type) && found && !isEmpty(found.value) && found.value !== field.value) problems.push(`${where}: nobody filled it, and it holds ${JSON.stringify(found.value)}`);
      continue;
    }
    const inked = inkIn(paper(after, field.page), field.rect) - inkIn(paper(before, field.page), field.rect);
    // What was ticked already when it came is seen before, too.
    if (inked === 0 && field.value !== answer) problems.push(`${where}: nothing is seen`);
    if (isPictureType(field.type)) continue;
    if (!found) problems.push(`${where}: no such field`);
    else if (found.value !== wanted(field, answer)) problems.push(`${where}: holds ${JSON.stringify(found.value)} instead of ${JSON.stringify(wanted(field, answer))}`);
    if (typeof answer !== 'string') continue;
    const { x, y, width, height } = field.rect;
    const here = (words[field.page - 1] ?? []).filter((word) => word.x > x - 1 && word.x < x + width + 1 && word.y > y - 0.5 && word.y < y + height + 0.5).toSorted((a, b) => a.x - b.x);
    const seen = bare(here.map(({ text }) => text).join(''));
    const typed = bare(String(wanted(field, answer)));
    if (!seen.includes(typed)) problems.push(`${where}: Poppler reads "${seen}" there instead of "${typed}"`);
  }
  return problems;
}

/** What each field must hold in the end: texts that are one field are filled together, of marks that exclude each other the last one stays. */
function rivals(fields: readonly Field[], answers: Answers): Answers {
  const held: Answers = new Map();
  const byId = new Map(fields.map((field) => [field.id, field]));
  for (const [id, answer] of answers) {
    const field = byId.get(id);
    if (!field) continue;
    for (const other of fields) {
      if (answer === true && field.group && other.group === field.group && other.type === field.type) held.delete(other.id);
      if (typeof answer === 'string' && other.type === field.type && other.fieldName === field.fieldName) held.set(other.id, answer);
    }
    held.set(id, answer);
  }
  return held;
}
