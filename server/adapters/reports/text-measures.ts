/**
 * Fonts and widths of words, kept by a thread from one report to the next: labels, names and dates recur, and shaping
 * them takes most of the time that a report takes.
 */
import { type FontFiles, type FontPart, openFonts } from '@countersign/core/node';
import type { Font } from './shared-font.ts';

/** Some megabytes at most. */
const maxEntries = 20_000;

export class TextMeasures {
  readonly #fonts: FontFiles;
  readonly #parts = new Map<string, FontPart[]>();
  readonly #widths = new Map<string, number>();
  /** By their paths, as an earlier report has opened them. */
  readonly opened = new Map<string, Font>();

  constructor(fonts: FontFiles) {
    this.#fonts = fonts;
  }

  /** Splits a text into parts with one font each. */
  partsOf(text: string, language: string): readonly FontPart[] {
    return remembered(this.#parts, `${language} ${text}`, () => this.#fonts.partsOf(text, language));
  }

  /** Returns the width of a text in points; `measure` shapes it. */
  widthOf(text: string, path: string, size: number, measure: () => number): number {
    return remembered(this.#widths, `${size} ${path} ${text}`, measure);
  }
}

function remembered<Value>(known: Map<string, Value>, key: string, make: () => Value): Value {
  const before = known.get(key);
  if (before !== undefined) return before;
  if (known.size >= maxEntries) known.clear();
  const value = make();
  known.set(key, value);
  return value;
}

let opened: Promise<TextMeasures> | undefined;

/** A failure to read the fonts is not kept. */
export function openMeasures(): Promise<TextMeasures> {
  opened ??= openFonts().then((fonts) => new TextMeasures(fonts));
  opened.catch(() => { opened = undefined; });
  return opened;
}
