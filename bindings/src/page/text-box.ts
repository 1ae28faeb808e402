import type { PageViewport } from 'pdfjs-dist';
import { type Matrix, multiply } from './matrix.ts';

/** A text run of pdf.js: its baseline from `(0, 0)` to `(width, 0)` under a transform. */
export interface TextRun {
  readonly transform: readonly number[];
  readonly width: number;
}

/** A box in percent of the displayed page. */
export interface TextBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Returns the bounding box of a text run on the displayed page. Page and run may both be rotated. */
export function textBox({ transform, width }: TextRun, viewport: PageViewport): TextBox {
  const [a, b, c, d, x, y] = multiply(viewport.transform as unknown as Matrix, transform as unknown as Matrix);
  const step = (width * viewport.scale) / (Math.hypot(a, b) || 1);
  const along = [a * step, b * step] as const;
  const left = x + Math.min(0, along[0]) + Math.min(0, c);
  const top = y + Math.min(0, along[1]) + Math.min(0, d);
  const percent = (value: number, of: number) => (value / of) * 100;
  return {
    x: percent(left, viewport.width),
    y: percent(top, viewport.height),
    width: percent(Math.abs(along[0]) + Math.abs(c), viewport.width),
    height: percent(Math.abs(along[1]) + Math.abs(d), viewport.height),
  };
}
