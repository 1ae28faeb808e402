/**
 * Draws text of any script into a report, shaped and in bidirectional order, with the fonts of the document
 * core.
 */
import PDFDocument from 'pdfkit';
import { forShaper, linesOf, type Piece } from './report-lines.ts';
import { sharedFont, type Font } from './shared-font.ts';
import { openMeasures, type TextMeasures } from './text-measures.ts';

export interface TextStyle {
  size: number;
  color: string;
  left: number;
  width: number;
}

const leading = 1.36;
/** One ascent for all fonts, so that fonts of different heights share a baseline. */
const ascent = 0.95;
/** With a feature list, pdfkit shapes the text as one run, including spaces. */
const whole = { features: [] as PDFKit.Mixins.OpenTypeFeatures[] };

/**
 * Removes characters without a glyph: controls, private use, bidirectional marks. Joiners stay, as emoji and Arabic
 * need them.
 */
const cleaned = (text: string): string => text.replaceAll(/[\p{Cc}\p{Co}\p{Cs}\u2028\u2029]+/gu, ' ').replaceAll(/[\u{ad}\u{200b}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2060}-\u{206f}\u{feff}]/gu, '');

/** By a document that is never written. */
const openFont = (path: string): Font => (new PDFDocument({ autoFirstPage: false }).font(path) as unknown as { _font: { font: Font } })._font.font;

export class ReportText {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #measures: TextMeasures;
  readonly #language: string;
  readonly #known = new Set<string>();
  #path = '';
  #size = 0;

  constructor(pdf: PDFKit.PDFDocument, measures: TextMeasures, language: string) {
    this.#pdf = pdf;
    this.#measures = measures;
    this.#language = language;
    const shape = pdf.widthOfString.bind(pdf);
    // pdfkit itself measures each line that it has drawn.
    pdf.widthOfString = (text) => this.#measures.widthOf(text, this.#path, this.#size, () => shape(text, whole));
  }

  static async open(pdf: PDFKit.PDFDocument, language: string): Promise<ReportText> {
    return new ReportText(pdf, await openMeasures(), language);
  }

  /** Draws from `pdf.y` down and moves `pdf.y` below the last line. */
  paragraph(text: string, style: TextStyle): void {
    const measure = (part: string): number => this.#partsOf(part).reduce((sum, { text: shown, path }) => sum + this.#widthOf(shown, path, style.size), 0);
    for (const pieces of linesOf(cleaned(text), this.#language, style.width, measure)) {
      const baseline = this.#pdf.y + ascent * style.size;
      let x = style.left;
      for (const piece of pieces) x = this.#draw(piece, x, baseline, style);
      this.#pdf.y = baseline + (leading - ascent) * style.size;
    }
  }

  #draw({ text, level }: Piece, left: number, baseline: number, { size, color }: TextStyle): number {
    let x = left;
    const parts = this.#partsOf(text);
    for (const part of level % 2 === 0 ? parts : parts.toReversed()) {
      const [shown, path] = [forShaper({ text: part.text, level }), part.path];
      this.#font(path, size).fillColor(color);
      this.#pdf.text(shown, x, baseline, { ...whole, lineBreak: false, baseline: 'alphabetic' });
      x += this.#widthOf(shown, path, size);
    }
    return x;
  }

  #partsOf(text: string) {
    return this.#measures.partsOf(text, this.#language);
  }

  #widthOf(text: string, path: string, size: number): number {
    return this.#font(path, size).widthOfString(text);
  }

  #font(path: string, size: number): PDFKit.PDFDocument {
    if (!this.#known.has(path)) this.#register(path);
    this.#known.add(path);
    [this.#path, this.#size] = [path, size];
    return this.#pdf.font(path, size);
  }

  /** pdfkit takes a font that is open, though its types don't say so. */
  #register(path: string): void {
    const { opened } = this.#measures;
    const font = opened.get(path) ?? sharedFont(openFont(path));
    opened.set(path, font);
    this.#pdf.registerFont(path, font as unknown as Uint8Array);
  }
}
