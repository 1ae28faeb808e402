import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { Plugin } from 'vite';
import { charactersOfMap } from '../setup/font-characters.mjs';

const brotli = promisify(zlib.brotliDecompress);

const root = path.resolve(import.meta.dirname, '../..');
/** Indices into the known table tags (WOFF2 §4.1): 0 is `cmap`, 63 means that the tag is written out. */
const [CMAP, NAMED] = [0, 63];
/** Tables for which transformation version 0 means transformed. */
const [GLYF, LOCA] = [10, 11];

/** Reads UIntBase128 numbers (WOFF2 §3.1) and single bytes. */
const reader = (data: Buffer, start: number) => {
  let at = start;
  const byte = (): number => data[at++] ?? 0;
  return {
    byte,
    skip: (count: number) => (at += count),
    number: (): number => {
      for (let value = 0; ; ) {
        const next = byte();
        value = value * 128 + (next & 0x7f);
        if (next < 0x80) return value;
      }
    },
    at: () => at,
  };
};

/** The `cmap` table of a WOFF2 file. */
const characterMap = async (file: Buffer): Promise<Buffer> => {
  const read = reader(file, 48);
  let before = 0;
  let found: { from: number; length: number } | undefined;
  for (let left = file.readUInt16BE(12); left > 0; left -= 1) {
    const flags = read.byte();
    const table = flags & 63;
    if (table === NAMED) read.skip(4);
    const plain = read.number();
    const form = flags >> 6;
    const isTransformed = table === GLYF || table === LOCA ? form !== 3 : form !== 0;
    const length = isTransformed ? read.number() : plain;
    if (table === CMAP) found = { from: before, length };
    before += length;
  }
  if (!found) throw new Error('A font without a table of characters');
  const tables = await brotli(file.subarray(read.at(), read.at() + file.readUInt32BE(20)));
  return tables.subarray(found.from, found.from + found.length);
};

/** All characters of the regular style of a Fontsource package. The `unicode-range` of its style sheet is no help: it names whole blocks, which the font covers in part. */
export const lettersOf = async (font: string): Promise<ReadonlySet<number>> => {
  const folder = path.join(root, 'node_modules/@fontsource', font, 'files');
  const files = (await readdir(folder)).filter((name) => name.endsWith('-400-normal.woff2'));
  const letters = new Set<number>();
  await Promise.all(
    files.map(async (name) => {
      for (const letter of charactersOfMap(await characterMap(await readFile(path.join(folder, name))))) letters.add(letter);
    }),
  );
  return letters;
};

/** Run-length encoding of a set of code points: gap, length, gap, length, … in base 36. */
const asRuns = (letters: ReadonlySet<number>): string => {
  const runs: number[] = [];
  let end = 0;
  for (const letter of [...letters].toSorted((a, b) => a - b)) {
    if (letter === end && runs.length > 0) runs[runs.length - 1] = (runs.at(-1) ?? 0) + 1;
    else runs.push(letter - end, 1);
    end = letter + 1;
  }
  return runs.map((number) => number.toString(36)).join(' ');
};

const NAME = 'letters-of:';

/**
 * Handwriting fonts. `letters-of:<package>` is a virtual module with the characters that a font contains. The WOFF fallback
 * of each slice is dropped from the style sheets: every supported browser reads WOFF2.
 */
export const handwritingFonts = (): Plugin => ({
  name: 'countersign:handwriting-fonts',
  enforce: 'pre',
  resolveId: (id) => (id.startsWith(NAME) ? `\0${id}` : null),
  load: async (id) => (id.startsWith(`\0${NAME}`) ? `export default ${JSON.stringify(asRuns(await lettersOf(id.slice(NAME.length + 1))))};` : null),
  transform: (code, id) => (/\/@fontsource\/[\w-]+\/400\.css$/.test(id) ? code.replaceAll(/, url\([^)]+\.woff\) format\('woff'\)/g, '') : null),
});
