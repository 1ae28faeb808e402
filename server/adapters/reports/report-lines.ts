/**
 * Line layout for mixed scripts: line breaking by language, visual order by the Unicode Bidirectional Algorithm
 * (UAX #9).
 */
import bidiFactory from 'bidi-js';

const bidi = bidiFactory();

/** Scripts without spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
const graphemesOf = (text: string): string[] => [...graphemes.segment(text)].map(({ segment }) => segment);

/** A run in one direction; an odd embedding level is right-to-left (UAX #9). */
export interface Piece {
  text: string;
  level: number;
}

const wordSegmenters = new Map<string, Intl.Segmenter>();
/** One for each language: to make it takes longer than to use it. */
function wordsIn(text: string, language: string): Intl.Segments {
  const known = wordSegmenters.get(language) ?? new Intl.Segmenter(language, { granularity: 'word' });
  wordSegmenters.set(language, known);
  return known.segment(text);
}

/** Splits a text into segments that may be separated by a line break. Punctuation stays with the word before it. */
function unbroken(text: string, language: string): string[] {
  const parts: string[] = [];
  for (const { segment, isWordLike } of wordsIn(text, language)) {
    const last = parts.at(-1);
    const mayStart = isWordLike || /^[\p{Ps}\p{Pi}]/u.test(segment);
    const free = mayStart && last !== undefined && !/[\p{Ps}\p{Pi}]$/u.test(last) && (unspaced.test(segment) || unspaced.test(last.slice(-2)));
    if (last === undefined || free || (/\s$/.test(last) && !/^\s/.test(segment))) parts.push(segment);
    else parts[parts.length - 1] = last + segment;
  }
  return parts;
}

/**
 * Returns the lines as pairs of offsets. A word longer than a line is broken between graphemes. `measure` returns
 * the width of a text.
 */
function breakLines(text: string, language: string, room: number, measure: (text: string) => number): [number, number][] {
  const lines: [number, number][] = [];
  let [start, end, width] = [0, 0, 0];
  const take = (part: string): void => {
    const wide = measure(part.trimEnd());
    if (end > start && width + wide > room) {
      lines.push([start, end]);
      [start, width] = [end, 0];
    }
    if (wide > room && part.length > 1 && graphemesOf(part).length > 1) for (const grapheme of graphemesOf(part)) take(grapheme);
    else {
      end += part.length;
      width += measure(part);
    }
  };
  for (const part of unbroken(text, language)) take(part);
  return [...lines, [start, end]];
}

/** Reorders runs into visual order, left to right (UAX #9, rule L2). */
function reordered(pieces: readonly Piece[]): Piece[] {
  let order = [...pieces];
  for (let level = Math.max(0, ...pieces.map((piece) => piece.level)); level > 0; level -= 1) {
    const next: Piece[] = [];
    let run: Piece[] = [];
    for (const piece of order) {
      if (piece.level >= level) run.unshift(piece);
      else {
        next.push(...run, piece);
        run = [];
      }
    }
    order = [...next, ...run];
  }
  return order;
}

/** Prepares a run for a shaper that reverses right-to-left scripts by itself, but nothing else, and doesn't mirror. */
export function forShaper({ text, level }: Piece): string {
  if (level % 2 === 0) return text;
  const mirrored = graphemesOf(text).map((grapheme) => bidi.getMirroredCharacter(grapheme) ?? grapheme);
  return (rightToLeft.test(text) ? mirrored : mirrored.toReversed()).join('');
}

/** Returns the lines of a text, each as runs in visual order. */
export function linesOf(text: string, language: string, room: number, measure: (text: string) => number): Piece[][] {
  const embedding = bidi.getEmbeddingLevels(text);
  return breakLines(text, language, room, measure).map(([start, end]) => {
    const pieces: Piece[] = [];
    for (let at = start; at < start + text.slice(start, end).trimEnd().length; at += 1) {
      const level = embedding.levels[at] ?? 0;
      const last = pieces.at(-1);
      if (last?.level === level) last.text += text[at];
      else pieces.push({ text: text[at] ?? '', level });
    }
    return reordered(pieces);
  });
}
