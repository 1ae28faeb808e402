import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { charactersOfFont } from './font-characters.mjs';
import { root } from './paths.mjs';

/** Scripts with a family of their own, of one slice each. */
const scripts = ['arabic', 'hebrew', 'thai', 'armenian', 'georgian', 'bengali', 'gujarati', 'gurmukhi', 'kannada', 'malayalam', 'tamil', 'telugu', 'sinhala', 'khmer', 'lao', 'myanmar', 'ethiopic', 'symbols'];

/** The families that the core takes glyphs from, best first. */
const families = ['noto-sans', ...scripts.map((script) => `noto-sans-${script}`), 'noto-emoji', 'noto-sans-sc', 'noto-sans-jp', 'noto-sans-kr'];

/** Families of a hundred slices: each has an index of its own, which is read when nothing before it has a character. */
const ideographic = new Set(['noto-sans-sc', 'noto-sans-jp', 'noto-sans-kr']);

/** Characters that every slice contains: null, carriage return and spaces. */
const everywhere = new Set([0, 0xd, 0x20, 0xa0]);

const weight = '400-normal';
const target = join(root, 'bindings', 'fonts');

/**
 * Makes TrueType files of the families' slices, and an index of the characters in each: PDF has no WOFF2. Where two
 * slices have a character, the first one counts.
 */
export async function convertFonts() {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const index = {};
  for (const family of families) {
    const characters = await convertFamily(family);
    index[family] = ideographic.has(family) ? `${family}.json` : characters;
    if (ideographic.has(family)) writeFileSync(join(target, `${family}.json`), JSON.stringify(characters));
  }
  writeFileSync(join(target, 'index.json'), JSON.stringify(index));
}

/** Writes the slices of a family, and gives the characters of each. */
async function convertFamily(family) {
  const { default: wawoff2 } = await import('wawoff2');
  const folder = join(root, 'node_modules', '@fontsource', family);
  const claims = Object.entries(JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8')));
  const index = {};
  for (const [subset, claim] of latinFirst(claims)) {
    const name = `${family}-${subset.replaceAll(/[[\]]/g, '')}`;
    const file = join(folder, 'files', `${name}-${weight}.woff2`);
    if (!existsSync(file) || isOfAnother(family, subset)) continue;
    const font = await wawoff2.decompress(readFileSync(file));
    writeFileSync(join(target, `${name}.ttf`), font);
    index[name] = rangesOf(ownCharacters(name, charactersOfFont(font), ideographic.has(family) ? claim : undefined));
  }
  writeFileSync(join(target, `${family}-LICENSE.txt`), readFileSync(join(folder, 'LICENSE')));
  return index;
}

/** Other slices repeat digits and marks of the Latin one. */
function latinFirst(claims) {
  const place = ([subset]) => ['latin', 'vietnamese', 'latin-ext'].indexOf(subset) >>> 0;
  return claims.toSorted((one, other) => place(one) - place(other));
}

/** Alphabets in the families for other scripts: the first family has them better. */
function isOfAnother(family, subset) {
  return family !== families[0] && !subset.startsWith('[') && family !== `noto-sans-${subset}`;
}

/** A slice of ideographs repeats punctuation of others, which would then be loaded for a comma: it counts for what it is meant for. */
function ownCharacters(name, characters, claim) {
  const claimed = claim?.split(',').map((range) => range.slice(2).split('-').map((end) => Number.parseInt(end, 16)));
  const isClaimed = (character) => !claimed || claimed.some(([first, last = first]) => character >= first && character <= last);
  return [...characters].filter((character) => isClaimed(character) && (name === 'noto-sans-latin' || !everywhere.has(character)));
}

/** `41-5a,e9`, hexadecimal. */
function rangesOf(characters) {
  const ranges = [];
  for (const character of characters.toSorted((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last && last[1] === character - 1) last[1] = character;
    else ranges.push([character, character]);
  }
  return ranges.map(([first, last]) => (first === last ? first.toString(16) : `${first.toString(16)}-${last.toString(16)}`)).join(',');
}
