import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';
import { charactersOfWoff2 } from '../setup/font-characters.mjs';

const root = path.resolve(import.meta.dirname, '../..');

/** All characters of the regular style of a Fontsource package. The `unicode-range` of its style sheet is no help: it names whole blocks, which the font covers in part. */
export const lettersOf = async (font: string): Promise<ReadonlySet<number>> => {
  const folder = path.join(root, 'node_modules/@fontsource', font, 'files');
  const files = (await readdir(folder)).filter((name) => name.endsWith('-400-normal.woff2'));
  const letters = new Set<number>();
  await Promise.all(
    files.map(async (name) => {
      for (const letter of await charactersOfWoff2(await readFile(path.join(folder, name)))) letters.add(letter);
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
