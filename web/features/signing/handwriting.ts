import { AppError } from '#web/services/app-error.ts';
import { loadFont } from './font-loading.ts';
import type { HandwritingFont } from './handwriting-fonts.ts';
import { alphabetic, arabic, chinese, devanagari, greek, hebrew, japanese, korean, thai } from './handwriting-fonts.ts';

/** For scripts that no font of the product covers, and where none can be loaded: the cursive font of the device. */
export const device: HandwritingFont = { family: 'cursive', load: async () => undefined, letters: async () => ({ default: '' }) };

/** At most this many fonts are offered, so that all are visible without scrolling. */
const OFFERED = 4;

const known = new Map<HandwritingFont, Promise<ReadonlySet<number>>>();

/** Decodes the run lengths that `scripts/vite/handwriting-fonts.ts` writes. */
function lettersIn(runs: string): ReadonlySet<number> {
  const letters = new Set<number>();
  const numbers = runs.split(' ').map((number) => Number.parseInt(number, 36));
  for (let at = 0, next = 0; at + 1 < numbers.length; at += 2) {
    next += numbers[at] ?? 0;
    for (const end = next + (numbers[at + 1] ?? 0); next < end; next += 1) letters.add(next);
  }
  return letters;
}

const none: ReadonlySet<number> = new Set();

/** A font that fails to load has no letters for now. The next call tries again. */
function lettersOf(font: HandwritingFont): Promise<ReadonlySet<number>> {
  const letters = known.get(font) ?? font.letters().then(({ default: runs }) => lettersIn(runs));
  known.set(font, letters);
  return letters.catch((error: unknown) => {
    known.delete(font);
    console.info('A font could not be loaded', font.family, error);
    return none;
  });
}

/** Scripts with their own fonts. All other scripts use the alphabetic fonts. */
const byScript: readonly (readonly [RegExp, readonly HandwritingFont[]])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, japanese],
  [/\p{Script=Hangul}/u, korean],
  [/\p{Script=Greek}/u, greek],
  [/\p{Script=Arabic}/u, arabic],
  [/\p{Script=Hebrew}/u, hebrew],
  [/\p{Script=Thai}/u, thai],
  [/\p{Script=Devanagari}/u, devanagari],
];

/** Text with kana is Japanese. Han characters alone are Japanese or Chinese, depending on the language of the person. */
function candidates(text: string, language: string): readonly HandwritingFont[] {
  const own = byScript.find(([script]) => script.test(text));
  if (own) return own[1];
  if (/\p{Script=Han}/u.test(text)) return [...new Set(language.startsWith('ja') ? [...japanese, ...chinese] : [...chinese, ...japanese])];
  return alphabetic;
}

/** The fonts that contain every letter of a name, so that no font is mixed with a fallback. */
export async function fontsFor(name: string, language: string): Promise<readonly HandwritingFont[]> {
  const needed = [...name.normalize('NFC')].filter((letter) => !/\s/.test(letter)).map((letter) => letter.codePointAt(0) ?? 0);
  const able: HandwritingFont[] = [];
  for (const font of candidates(name, language)) {
    const letters = await lettersOf(font);
    if (needed.every((letter) => letters.has(letter))) able.push(font);
    if (able.length === OFFERED) break;
  }
  return able.length > 0 ? able : [device];
}

export function familyOf(font: HandwritingFont): string {
  return font === device ? device.family : `"${font.family}", cursive`;
}

const SIZE = 120;
const PADDING = 24;
const INK = '#1b2127';

/** Loads the slices of a font that a text needs. A canvas does not load them by itself. */
const fetchLetters = async (text: string, font: HandwritingFont): Promise<void> => (font === device ? undefined : loadFont(font, text));

/** Width of a text in a font, in em. */
export async function widthOf(text: string, font: HandwritingFont): Promise<number> {
  await fetchLetters(text, font);
  const context = document.createElement('canvas').getContext('2d');
  if (!context) throw new AppError('internal_error_defined', { message: 'No drawing context' });
  context.font = `${SIZE}px ${familyOf(font)}`;
  const { width, actualBoundingBoxLeft, actualBoundingBoxRight } = context.measureText(text);
  // Swashes extend beyond the advance width.
  return Math.max(width, actualBoundingBoxLeft + actualBoundingBoxRight) / SIZE;
}

/** Draws a name in a handwriting font as a transparent PNG (data URL). */
export async function writeName(name: string, font: HandwritingFont): Promise<string> {
  const text = name.normalize('NFC');
  await fetchLetters(text, font);
  const style = `${SIZE}px ${familyOf(font)}`;
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) throw new AppError('internal_error_defined', { message: 'No drawing context' });
  context.font = style;
  const measured = context.measureText(text);
  const ascent = measured.actualBoundingBoxAscent;
  canvas.width = Math.ceil(measured.actualBoundingBoxLeft + measured.actualBoundingBoxRight + 2 * PADDING);
  canvas.height = Math.ceil(ascent + measured.actualBoundingBoxDescent + 2 * PADDING);
  context.font = style;
  context.fillStyle = INK;
  context.fillText(text, PADDING + measured.actualBoundingBoxLeft, PADDING + ascent);
  return canvas.toDataURL('image/png');
}
