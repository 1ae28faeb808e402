/** What is read back from a filled field is what was written, in any script and in two readers. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createNodeEngine } from '@countersign/core/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asFile, textOf } from '../support/judges.ts';
import { formDocument } from './documents.ts';

const folder = mkdtempSync(join(tmpdir(), 'scripts-'));
let engine: Awaited<ReturnType<typeof createNodeEngine>>;
beforeAll(async () => {
  engine = await createNodeEngine();
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true });
});

/** Letters as they are, without marks of direction and ends of lines. */
const plain = (text: string): string => text.replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\f]/g, '').normalize('NFC').replaceAll(/\s+/g, ' ').trim();

async function filled(value: string): Promise<string> {
  const base = await formDocument();
  const tail = await (await engine.open(base)).merge({ 'full name': value });
  return asFile(folder, 'filled.pdf', Buffer.concat([base, tail.bytes]));
}

test.each([
  ['Korean', '김철수'],
  ['Arabic', 'محمد علي'],
  ['Hebrew', 'שלום עולם'],
  ['Thai, a letter under marks and alone', 'ที่นี่ ท น'],
  ['Devanagari, a vowel that stands before its letter', 'नमस्ते खि कि ख'],
  ['Tamil, a vowel of two halves', 'கொ க'],
  ['emoji with and without a colour', '👍🏽 👍 ok'],
  ['a mark without a letter of its own', 'x\u0331 x Ω'],
])('%s', async (_, value) => {
  const path = await filled(value);
  expect(plain(textOf(path))).toBe(plain(value));
  const shown = plain(execFileSync('mutool', ['draw', '-q', '-F', 'txt', path], { encoding: 'utf8' }));
  // MuPDF gives right-to-left text as it stands, and a mark of its own for the second of two glyphs that are one letter.
  expect([...shown.replaceAll('\u{fffd}', '')].toSorted()).toEqual([...plain(value)].toSorted());
});

test('invisible characters do no harm', async () => {
  expect(plain(textOf(await filled('\u{feff}Ω\u{200b}\t\u{7}b\u{e0041}\u{2060}'))).replaceAll(/\p{Cf}/gu, '')).toBe('Ω b');
  await expect(filled('\u{200d}\u{fe0f}')).resolves.toBeDefined();
});
