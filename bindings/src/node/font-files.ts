import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { fileFor, type FontFile, FontIndexes, inOrder } from '../fonts/font-index.ts';

const folder = new URL('../../fonts/', import.meta.url);
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
const ignorable = /\p{Default_Ignorable_Code_Point}/u;

/** A part of a text, with the font file that shows all of it. */
export interface FontPart {
  text: string;
  /** Path of a TrueType file. */
  path: string;
}

/**
 * The fonts of the package, for programs that write their own documents: which font shows which part of a text.
 *
 * @example
 * import { openFonts } from '@countersign/core/node';
 *
 * const fonts = await openFonts();
 * for (const { text, path } of fonts.partsOf('Ada 김철수')) console.log(text, path);
 */
export interface FontFiles {
  /**
   * Splits a text into parts with one font each, in logical order; graphemes stay whole. Characters without a font and
   * invisible characters are omitted. `language` (BCP 47) selects the glyphs of ideographs if the text does not.
   */
  partsOf(text: string, language?: string): FontPart[];
}

/** Reads the index of the fonts, but no font. */
export async function openFonts(): Promise<FontFiles> {
  const indexes = new FontIndexes((name) => readFile(new URL(name, folder)));
  const names = await indexes.familiesFor(new Set());
  const families = new Map(await Promise.all(names.map(async (name) => [name, await indexes.filesOf(name)] as const)));
  const known = [...families.keys()].toSorted((one, other) => names.indexOf(one) - names.indexOf(other));
  return {
    partsOf(text, language) {
      const files = inOrder(known, text, language).flatMap((family) => families.get(family) ?? []);
      const parts: { text: string; file: FontFile }[] = [];
      for (const { segment } of graphemes.segment(text)) add(parts, segment, files);
      return parts.map((part) => ({ text: part.text, path: fileURLToPath(new URL(`${part.file.name}.ttf`, folder)) }));
    },
  };
}

/** Adds a grapheme as a whole, or its single characters if no file has the whole. */
function add(parts: { text: string; file: FontFile }[], grapheme: string, files: readonly FontFile[]): void {
  const last = parts.at(-1);
  const seen = [...grapheme].filter((character) => !ignorable.test(character)).join('');
  if (seen === '') return;
  // A word keeps its font while the font has its characters. Every file has a space, but that of the emoji font is too wide.
  const isSpace = /^[ \u00a0]$/.test(seen) && !last?.file.name.startsWith('noto-emoji');
  const file = (last && (isSpace ? last.file : fileFor([last.file], seen))) ?? fileFor(files, seen);
  if (!file) {
    if (seen.length > 1 && [...seen].length > 1) for (const character of seen) add(parts, character, files);
    return;
  }
  const shown = [...grapheme].filter((character) => !ignorable.test(character) || fileFor([file], character)).join('');
  if (last?.file === file) last.text += shown;
  else parts.push({ text: shown, file });
}
