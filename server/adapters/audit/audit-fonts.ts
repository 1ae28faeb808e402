/**
 * Fonts for what people are called: Latin, Greek and Cyrillic from Liberation Sans, which comes with pdf.js, Chinese and
 * Japanese from Noto Sans Hans, Korean from Noto Sans KR. Only the glyphs that are used travel with a document.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export type AuditFont = 'text' | 'han' | 'hangul';

const require = createRequire(import.meta.url);
const packaged = (entry: string, file: string): string => join(dirname(require.resolve(entry)), file);

const paths: Readonly<Record<AuditFont, () => string>> = {
  text: () => packaged('pdfjs-dist/package.json', 'standard_fonts/LiberationSans-Regular.ttf'),
  han: () => packaged('@embedpdf/fonts-sc', '../fonts/NotoSansHans-Regular.otf'),
  hangul: () => packaged('@embedpdf/fonts-kr', '../fonts/NotoSansKR-Regular.otf'),
};

const loaded = new Map<AuditFont, Buffer>();

/** Read when first needed, and kept. */
export function fontData(font: AuditFont): Buffer {
  const data = loaded.get(font) ?? readFileSync(paths[font]());
  loaded.set(font, data);
  return data;
}

const hangul = /\p{Script=Hangul}/u;
const han = /[\u2E80-\u303F\u3040-\u30FF\u3100-\u312F\u31A0-\u31FF\u3200-\u33FF\uF900-\uFAFF\uFE30-\uFE4F\uFF00-\uFFEF]|\p{Script=Han}/u;

export const fontOf = (character: string): AuditFont => (hangul.test(character) ? 'hangul' : han.test(character) ? 'han' : 'text');

export interface Run {
  font: AuditFont;
  text: string;
}

/** A text in pieces of one font each. Spaces stay with what is before them; control characters are left out. */
export function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  for (const character of text.replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]+/gu, ' ')) {
    const last = runs.at(-1);
    const font = character === ' ' && last ? last.font : fontOf(character);
    if (last?.font === font) last.text += character;
    else runs.push({ font, text: character });
  }
  return runs;
}
