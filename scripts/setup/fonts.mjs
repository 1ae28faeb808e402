import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

/** The families that the core takes glyphs from, best first. */
const families = ['noto-sans', 'noto-sans-sc', 'noto-sans-jp'];
const weight = '400-normal';

const target = join(root, 'bindings', 'fonts');

/**
 * Makes TrueType files of the families' slices, and an index of the characters in each: PDF has no WOFF2. Where two
 * slices have a character, the first one counts.
 */
export async function convertFonts() {
  const { default: wawoff2 } = await import('wawoff2');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const index = {};
  for (const family of families) {
    const folder = join(root, 'node_modules', '@fontsource', family);
    const ranges = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8'));
    index[family] = {};
    for (const [subset, range] of Object.entries(ranges)) {
      const name = `${family}-${subset.replaceAll(/[[\]]/g, '')}`;
      const file = join(folder, 'files', `${name}-${weight}.woff2`);
      if (!existsSync(file) || isOfAnother(family, subset)) continue;
      writeFileSync(join(target, `${name}.ttf`), await wawoff2.decompress(readFileSync(file)));
      index[family][name] = range.replaceAll('U+', '').toLowerCase();
    }
    writeFileSync(join(target, `${family}-LICENSE.txt`), readFileSync(join(folder, 'LICENSE')));
  }
  writeFileSync(join(target, 'index.json'), JSON.stringify(index));
}

/** Alphabets in the families for ideographs: the first family has them better. */
function isOfAnother(family, subset) {
  return family !== families[0] && !subset.startsWith('[');
}
