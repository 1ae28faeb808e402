import type { SearchMatch, PageRect } from './pages.types.ts';
import type { SearchedRun } from './text-items.ts';

/** Normalised text of a page, with the text item of each character. */
export interface SearchableText {
  readonly letters: string;
  readonly runs: readonly SearchedRun[];
  /** For each character its text item and the index in it. */
  readonly run: Int32Array;
  readonly offset: Int32Array;
}

/** Removes case and accents, so that "muller" finds "Müller". */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

const SPACE = /\s/;

/** Joins the text items of a page. A gap between items counts as a space. */
export function searchable(runs: readonly SearchedRun[]): SearchableText {
  let letters = '';
  const run: number[] = [];
  const offset: number[] = [];
  const add = (letter: string, from: number, at: number): void => {
    const space = SPACE.test(letter);
    if (space && (letters === '' || letters.endsWith(' '))) return;
    letters += space ? ' ' : letter;
    for (let unit = 0; unit < (space ? 1 : letter.length); unit += 1) {
      run.push(from);
      offset.push(at);
    }
  };
  for (const [index, { text }] of runs.entries()) {
    const before = runs[index - 1];
    if (before && !touches(before, runs[index] as SearchedRun)) add(' ', index, 0);
    let at = 0;
    for (const letter of text) {
      add(plain(letter), index, at);
      at += letter.length;
    }
  }
  return { letters, runs, run: Int32Array.from(run), offset: Int32Array.from(offset) };
}

/** Whether an item continues the previous one on the same line without a gap. */
function touches(before: SearchedRun, next: SearchedRun): boolean {
  const sameLine = Math.abs(before.y + before.height - next.y - next.height) < Math.max(before.height, next.height) / 2;
  return sameLine && Math.abs(next.x - before.x - before.width) < 0.25;
}

/** All matches in reading order. */
export function findText(text: SearchableText, words: string): SearchMatch[] {
  const wanted = plain(words).replaceAll(/\s+/g, ' ').trim();
  if (wanted === '') return [];
  const found: SearchMatch[] = [];
  for (let at = text.letters.indexOf(wanted); at !== -1; at = text.letters.indexOf(wanted, at + wanted.length)) {
    found.push(placesOf(text, at, at + wanted.length));
  }
  return found;
}

/** Rectangles of a match, one per text item. */
function placesOf(text: SearchableText, from: number, to: number): PageRect[] {
  const places: PageRect[] = [];
  let start = from;
  while (start < to) {
    const index = text.run[start] ?? 0;
    let end = start + 1;
    while (end < to && text.run[end] === index) end += 1;
    const run = text.runs[index];
    if (run && text.letters.slice(start, end).trim() !== '') places.push(partOf(run, text.offset[start] ?? 0, (text.offset[end - 1] ?? 0) + 1));
    start = end;
  }
  return places;
}

/** Assumes equally wide characters, which is precise enough for a highlight. A vertical item is highlighted as a whole. */
function partOf(run: SearchedRun, from: number, to: number): PageRect {
  if (run.sideways) return { x: run.x, y: run.y, width: run.width, height: run.height };
  const letter = run.width / Math.max(run.text.length, 1);
  return { x: run.x + from * letter, y: run.y, width: (to - from) * letter, height: run.height };
}
