import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(zlib.brotliDecompress);

const root = path.resolve(import.meta.dirname, '../..');
/** The place of a table's name in the list that WOFF2 counts by (WOFF2 §4.1): `cmap` is the first of it, 63 is a name in full. */
const [CMAP, NAMED] = [0, 63];
/** Names of the tables whose first form is the transformed one. */
const [GLYF, LOCA] = [10, 11];

/** Reads the numbers of seven bits a byte (UIntBase128, WOFF2 §3.1) and the bytes between them. */
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

/** The table that says which characters a WOFF2 file has. */
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

/** Format 4: runs of the first plane, each with its shift or its list of glyphs. */
const addRuns = (map: Buffer, at: number, letters: Set<number>): void => {
  const across = map.readUInt16BE(at + 6);
  for (let run = 0; run < across; run += 2) {
    const end = map.readUInt16BE(at + 14 + run);
    const first = map.readUInt16BE(at + 16 + across + run);
    const shift = map.readUInt16BE(at + 16 + 2 * across + run);
    const place = at + 16 + 3 * across + run;
    const list = map.readUInt16BE(place);
    for (let letter = first; letter <= end && letter < 0xffff; letter += 1) {
      const listed = list === 0 ? letter : map.readUInt16BE(place + list + 2 * (letter - first));
      if (list === 0 ? ((listed + shift) & 0xffff) !== 0 : listed !== 0) letters.add(letter);
    }
  }
};

/** Format 12: groups of all planes. */
const addGroups = (map: Buffer, at: number, letters: Set<number>): void => {
  for (let group = map.readUInt32BE(at + 12), place = at + 16; group > 0; group -= 1, place += 12) {
    for (let letter = map.readUInt32BE(place); letter <= map.readUInt32BE(place + 4); letter += 1) letters.add(letter);
  }
};

const addLetters = (map: Buffer, letters: Set<number>): void => {
  for (let table = 0; table < map.readUInt16BE(2); table += 1) {
    const at = map.readUInt32BE(8 + 8 * table);
    const format = map.readUInt16BE(at);
    if (format === 4) addRuns(map, at, letters);
    else if (format === 12) addGroups(map, at, letters);
  }
};

/** All characters of the upright regular face of a package of Fontsource: its style sheet names whole blocks, of which a hand has half. */
export const lettersOf = async (font: string): Promise<ReadonlySet<number>> => {
  const folder = path.join(root, 'node_modules/@fontsource', font, 'files');
  const files = (await readdir(folder)).filter((name) => name.endsWith('-400-normal.woff2'));
  const letters = new Set<number>();
  await Promise.all(files.map(async (name) => addLetters(await characterMap(await readFile(path.join(folder, name))), letters)));
  return letters;
};

/** Runs of neighbours: the gap before each and its length, in turn. */
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
 * The handwriting fonts: `letters-of:<package>` is the list of characters that a font truly has, and of the two forms each
 * slice comes in, only the one that every browser of today reads is kept.
 */
export const hands = (): Plugin => ({
  name: 'countersign:hands',
  enforce: 'pre',
  resolveId: (id) => (id.startsWith(NAME) ? `\0${id}` : null),
  load: async (id) => (id.startsWith(`\0${NAME}`) ? `export default ${JSON.stringify(asRuns(await lettersOf(id.slice(NAME.length + 1))))};` : null),
  transform: (code, id) => (/\/@fontsource\/[\w-]+\/400\.css$/.test(id) ? code.replaceAll(/, url\([^)]+\.woff\) format\('woff'\)/g, '') : null),
});
