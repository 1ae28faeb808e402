import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine, Field, FieldValue, FieldValues, PdfDocument } from '@countersign/core';
import { bytesOf, createNodeEngine, EngineError } from '@countersign/core/node';
import { asFile } from '../support/judges.ts';
import type { PageDigests } from '../support/renderers.ts';
import { renderers } from '../support/renderers.ts';
import { shared } from '../support/shared.ts';
import { fieldToPlace, joined } from './documents.ts';

/** Every so many files are enough each time; `npm run check:corpus` takes them all. */
const step = Number(process.env.CORPUS_STEP ?? 16);
/** Pages of a file that are looked at. */
const shownPages = 6;
const folders = ['data/pdf/pdfjs', 'data/pdf/qpdf', 'data/forms/original', 'data/signatures'].map(shared).filter((folder) => folder !== undefined);
const files = folders
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.pdf')).map((name) => join(folder, name)))
  .filter((_path, index) => index % step === 0);

const folder = mkdtempSync(join(tmpdir(), 'countersign-corpus-'));
/** What became of the files, told at the end. */
const counts = new Map<string, number>();
const count = (what: string, by = 1): void => void counts.set(what, (counts.get(what) ?? 0) + by);
let engine: Engine;

beforeAll(async () => {
  engine = await createNodeEngine();
});

afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
  const lines = [...counts].toSorted(([one], [other]) => one.localeCompare(other)).map(([what, number]) => `${what}: ${number}`);
  console.log(`${files.length} files\n${lines.join('\n')}`);
});

/** A file of others, and how it fared before anything was done to it. */
interface Original {
  path: string;
  bytes: Uint8Array;
  document: PdfDocument;
  /** What opens it and what is made of it, when that is needed. */
  password: string | undefined;
  soundness: number;
  looks: PageDigests[];
}

/** 0: sound; 1: warnings; 2: errors; nothing where qpdf itself crashes, as with the data of pictures that are none in encrypted files. */
function soundness(path: string, password = ''): number | undefined {
  const { status, signal } = spawnSync('qpdf', [`--password=${password}`, '--check', path], { timeout: 60_000 });
  if (signal === 'SIGSEGV') return undefined;
  return status === 0 ? 0 : status === 3 ? 1 : 2;
}

/** What a broken file looks like once it is whole, in the eyes of the program that mends it: readers leave out what they can't read. */
function looksMended(original: Original): readonly PageDigests[] {
  if (original.soundness === 0) return original.looks;
  const path = join(folder, 'mended.pdf');
  rmSync(path, { force: true });
  spawnSync('qpdf', [`--password=${original.password ?? ''}`, '--decrypt', original.path, path], { timeout: 60_000 });
  return looksOf(path, '', original.looks);
}

/** What the readers draw; whoever did not come to an end with the original is not asked again. */
const looksOf = (path: string, password?: string, before?: readonly PageDigests[]): PageDigests[] =>
  renderers.map((renderer, index) => (before?.[index] === null ? null : renderer.digests(path, shownPages, password)));

/** Not worse than before, and the pages that were not touched are drawn as before. */
function judge(what: string, original: Original, made: Uint8Array, touched: ReadonlySet<number> = new Set(), password = original.password): void {
  const path = asFile(folder, `${what}.pdf`, made);
  const sound = soundness(path, password);
  if (sound === undefined) count('files on which qpdf crashed');
  else expect(sound, `${what}: qpdf`).toBeLessThanOrEqual(original.soundness);
  const changed = changedPages(original.looks, looksOf(path, password, original.looks), touched);
  // Some files are drawn otherwise every time.
  const unsteady = changed.length > 0 ? changedPages(original.looks, looksOf(original.path, original.password, original.looks), touched) : [];
  const otherwise = changed.filter((page) => !unsteady.includes(page));
  const amiss = otherwise.length > 0 ? changedPages(looksMended(original), looksOf(path, password, original.looks), touched) : [];
  expect(otherwise.filter((page) => amiss.includes(page)), `${what}: pages drawn otherwise`).toEqual([]);
  count(`${what}: files`);
}

function changedPages(before: readonly PageDigests[], after: readonly PageDigests[], touched: ReadonlySet<number>): string[] {
  return renderers.flatMap(({ name }, index) => {
    const [was, is] = [before[index], after[index]];
    if (!was || !is) {
      count(`files on which ${name} did not come to an end`);
      return [];
    }
    const pages = [...was].filter(([page]) => !touched.has(page));
    count(`pages compared in ${name}`, pages.length);
    return pages.filter(([page, digest]) => is.get(page) !== digest).map(([page]) => `${name} ${page}`);
  });
}

function valueFor(field: Field): FieldValue | undefined {
  const text = 'Zoë Ω 4711';
  if (field.type === 'text' || field.type === 'date') return field.textMaxLength > 0 ? text.slice(0, field.textMaxLength) : text;
  return field.type === 'checkmark' || (field.type === 'radio' && field.fieldName.endsWith('0')) ? true : undefined;
}

/** Values for the fields that stand on one page alone: the other pages stay as they are. */
function valuesOn(page: number, fields: readonly Field[]): FieldValues {
  const elsewhere = new Set(fields.filter((field) => field.page !== page).flatMap(({ fieldName, group }) => [fieldName, group]));
  const here = fields.filter((field) => field.page === page && !elsewhere.has(field.fieldName) && !(field.group && elsewhere.has(field.group)));
  const oneOfGroup = new Set<string>();
  const wanted = here.flatMap((field) => {
    const value = valueFor(field);
    if (value === undefined || (field.group && oneOfGroup.has(field.group))) return [];
    if (field.group) oneOfGroup.add(field.group);
    return [[field.fieldName, value] as const];
  });
  return Object.fromEntries(wanted.slice(0, 40));
}

/** Merges what fits: choices are read as texts and take only what they offer. */
async function mergeWhatFits(document: PdfDocument, values: FieldValues): Promise<{ tail: Uint8Array; values: FieldValues }> {
  try {
    return { tail: (await document.merge(values)).bytes, values };
  } catch (error) {
    const refused = error instanceof EngineError && Array.isArray(error.details) ? error.details : [];
    const names = new Set(refused.map(({ field }: { field: string }) => field));
    const rest = Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name)));
    if (names.size === 0 || Object.keys(rest).length === Object.keys(values).length) throw error;
    return mergeWhatFits(document, rest);
  }
}

async function fillAndJudge(original: Original): Promise<void> {
  const fields = await fieldsOf(original.document);
  const page = fields.find((field) => valueFor(field) !== undefined)?.page;
  if (page === undefined) return;
  const { tail, values } = await mergeWhatFits(original.document, valuesOn(page, fields));
  if (Object.keys(values).length === 0) return;
  const made = joined(original.bytes, tail);
  const again = await engine.open(made, { password: original.password, ignorePermissions: true });
  const back = await again.fields();
  await again.close();
  for (const [name, value] of Object.entries(values)) {
    expect(back.some((field) => field.fieldName === name && field.value === value), `${name} comes back`).toBe(true);
  }
  judge('fill', original, made, new Set([page]));
}

async function placeAndJudge(original: Original): Promise<void> {
  const page = original.document.info.pages;
  const place = fieldToPlace('added by a test', 'text', 40);
  place.field = { ...place.field, page, value: 'Ελλάδα', fieldName: 'added by a test' };
  const made = joined(original.bytes, (await original.document.placeFields([place])).bytes);
  const again = await engine.open(made, { password: original.password, ignorePermissions: true });
  const added = (await again.fields()).find((field) => field.id === 'added by a test');
  await again.close();
  expect(added).toMatchObject({ page, value: 'Ελλάδα', rect: place.field.rect });
  // Values that readers drew themselves are drawn by us from then on.
  const redrawn = Buffer.from(original.bytes).includes('/NeedAppearances true');
  const drawn = redrawn ? (await fieldsOf(original.document)).map((field) => field.page) : [];
  judge('place', original, made, new Set([page, ...drawn]));
}

async function protectAndJudge(original: Original): Promise<void> {
  const made = await bytesOf(original.bytes, await original.document.encrypt({ user: 'user', owner: 'owner' }));
  judge('encrypt', original, made, new Set(), 'user');
  const secret = await engine.open(made, { password: 'owner' });
  judge('decrypt', { ...original, password: '' }, await bytesOf(made, await secret.decrypt()));
  await secret.close();
}

async function fieldsOf(document: PdfDocument): Promise<Field[]> {
  return document.fields().catch((error: unknown) => {
    expect(error).toMatchObject({ code: expect.stringMatching(/^pdf_/) });
    return [];
  });
}

/** The document; nothing where the core says with a code why not, and others can't read it either. */
async function opened(path: string, bytes: Uint8Array): Promise<PdfDocument | undefined> {
  return engine.open(bytes, { ignorePermissions: true }).catch((error: EngineError) => {
    expect(error.code).toMatch(/^pdf_(corrupted|password|encryption_unsupported)$/);
    if (error.code === 'pdf_corrupted') expect(soundness(path), 'qpdf finds a file sound that is refused').not.toBe(0);
    count(`refused: ${error.code}`);
    return undefined;
  });
}

describe.skipIf(files.length === 0)('unusual files: fill, place, encrypt and decrypt', () => {
  test.each(files.map((path) => [basename(path), path]))('%s', async (_name, path) => {
    const bytes = new Uint8Array(readFileSync(path));
    const document = await opened(path, bytes);
    if (!document) return;
    count('opened');
    const original: Original = { path, bytes, document, password: undefined, soundness: soundness(path) ?? 2, looks: looksOf(path) };
    try {
      await fillAndJudge(original);
      if ((await document.signatures()).length > 0) {
        for (const refused of [document.placeFields([fieldToPlace('a', 'text', 40)]), document.encrypt({ user: 'a', owner: 'b' })]) {
          await expect(refused).rejects.toMatchObject({ code: expect.stringMatching(/^(signatures_invalidation|pdf_certified|sign_field_locked)$/) });
        }
        return;
      }
      if (document.info.pages > 0) await placeAndJudge(original);
      // Whoever opens it without its owner's password can't change its protection.
      const everything = Object.values(document.info.permissions).every(Boolean);
      if (everything) await protectAndJudge(original);
      else await expect(document.encrypt({ user: 'a', owner: 'b' })).rejects.toMatchObject({ code: 'failed_to_encrypt' });
    } finally {
      await document.close();
    }
  });
});
