import type { Hand } from './hands.ts';
import { alphabetic, arabic, chinese, devanagari, greek, hebrew, japanese, korean, thai } from './hands.ts';

/** For scripts that none of ours holds: what the device has. */
const device: Hand = { family: 'cursive', load: async () => undefined, letters: async () => ({ default: '' }) };

/** As many as fit in sight. */
const OFFERED = 4;

const known = new Map<Hand, Promise<ReadonlySet<number>>>();

/** Undoes the runs of `scripts/vite/hands.ts`. */
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

/** A hand that can't be had now, without a connection, has no letters; it is asked for again the next time. */
function lettersOf(hand: Hand): Promise<ReadonlySet<number>> {
  const asked = known.get(hand) ?? hand.letters().then(({ default: runs }) => lettersIn(runs));
  known.set(hand, asked);
  return asked.catch((error: unknown) => {
    known.delete(hand);
    console.info('A hand could not be loaded', hand.family, error);
    return none;
  });
}

/** Scripts with hands of their own; every other is tried in the alphabetic ones. */
const byScript: readonly (readonly [RegExp, readonly Hand[]])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, japanese],
  [/\p{Script=Hangul}/u, korean],
  [/\p{Script=Greek}/u, greek],
  [/\p{Script=Arabic}/u, arabic],
  [/\p{Script=Hebrew}/u, hebrew],
  [/\p{Script=Thai}/u, thai],
  [/\p{Script=Devanagari}/u, devanagari],
];

/** Kana are Japanese, and characters alone what the language of the person makes of them. */
function candidates(text: string, language: string): readonly Hand[] {
  const own = byScript.find(([script]) => script.test(text));
  if (own) return own[1];
  if (/\p{Script=Han}/u.test(text)) return [...new Set(language.startsWith('ja') ? [...japanese, ...chinese] : [...chinese, ...japanese])];
  return alphabetic;
}

/** The hands in which a name can be written whole, never half in one and half in another. */
export async function handsFor(name: string, language: string): Promise<readonly Hand[]> {
  const needed = [...name.normalize('NFC')].filter((letter) => !/\s/.test(letter)).map((letter) => letter.codePointAt(0) ?? 0);
  const able: Hand[] = [];
  for (const hand of candidates(name, language)) {
    const letters = await lettersOf(hand);
    if (needed.every((letter) => letters.has(letter))) able.push(hand);
    if (able.length === OFFERED) break;
  }
  return able.length > 0 ? able : [device];
}

export function familyOf(hand: Hand): string {
  return hand === device ? device.family : `"${hand.family}", cursive`;
}

const SIZE = 120;
const PADDING = 24;
const INK = '#1b2127';

/** Has the letters of a text in a hand, so that it can be drawn with them. */
async function fetchLetters(text: string, hand: Hand): Promise<void> {
  await hand.load();
  await document.fonts.load(`${SIZE}px ${familyOf(hand)}`, text);
}

/** How wide a text is in a hand, in heights of its letters. */
export async function widthOf(text: string, hand: Hand): Promise<number> {
  await fetchLetters(text, hand);
  const context = document.createElement('canvas').getContext('2d');
  if (!context) throw new Error('No drawing context');
  context.font = `${SIZE}px ${familyOf(hand)}`;
  const { width, actualBoundingBoxLeft, actualBoundingBoxRight } = context.measureText(text);
  // Swashes reach beyond what a letter takes of the line.
  return Math.max(width, actualBoundingBoxLeft + actualBoundingBoxRight) / SIZE;
}

/** A name written by hand as a transparent PNG. */
export async function writeName(name: string, hand: Hand): Promise<string> {
  const text = name.normalize('NFC');
  await fetchLetters(text, hand);
  const style = `${SIZE}px ${familyOf(hand)}`;
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No drawing context');
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
