/**
 * A font that serves one report after the other: its tables are read once, and texts that recur are shaped once. pdfkit reads a font
 * anew for each document, and shapes each text of it.
 */

/** Advances and offsets, in units of the font at first; pdfkit scales them in place. */
type Position = Record<string, number>;

interface Run {
  readonly glyphs: readonly unknown[];
  readonly positions: readonly Position[];
}

/** What pdfkit uses of a font of fontkit. */
export interface Font {
  layout(text: string, features?: readonly unknown[]): Run & { readonly advanceWidth: number };
  createSubset(): unknown;
}

/** Some megabytes at most. */
const maxEntries = 20_000;

/** Where fontkit remembers glyphs, each with the characters that it was first fetched for. */
const withOwnGlyphs = (font: Font): Font => Object.create(font, { _glyphs: { value: {}, writable: true } }) as Font;

/**
 * Shares everything with `font` but the layout of texts that it has laid out before, and the glyphs of subsets: one that was fetched
 * as a part of another is known by no character, and would be none in the texts of later reports.
 */
export function sharedFont(font: Font): Font {
  const known = new Map<string, Run>();
  const shape = (text: string, features: readonly unknown[]): Run => {
    const { glyphs, positions } = font.layout(text, features);
    return { glyphs, positions: positions.map((each) => ({ ...each })) };
  };
  const remember = (text: string): Run => {
    const before = known.get(text);
    if (before !== undefined) return before;
    if (known.size >= maxEntries) known.clear();
    const run = shape(text, []);
    known.set(text, run);
    return run;
  };
  const layout: Font['layout'] = (text, features = []) => {
    const { glyphs, positions } = features.length > 0 ? shape(text, features) : remember(text);
    const own = positions.map((each) => ({ ...each }));
    return {
      glyphs, positions: own,
      get advanceWidth() { return own.reduce((sum, { xAdvance = 0 }) => sum + xAdvance, 0); },
    };
  };
  return Object.assign(Object.create(font) as Font, { layout, createSubset: () => withOwnGlyphs(font).createSubset() });
}
