import type { PDFPageProxy } from 'pdfjs-dist';
import type { Matrix } from './matrix.ts';
import { PathReader } from './path-reader.ts';

/** Pages are measured at the width of detection, in pixels. */
const WIDTH = 1000;
/** `AnnotationMode.DISABLE` of pdf.js: widgets are not printed on the page. */
const NO_ANNOTATIONS = 0;

/**
 * The drawn paths of a page that pdf.js opened, as `detect` takes them: for each seven numbers, its kind (0 line, 1 box,
 * 2 curve, 3 filled box), left, top, width, height and thickness in percent of the displayed page, and gray.
 */
export async function drawnPaths(page: PDFPageProxy): Promise<Float32Array> {
  const viewport = page.getViewport({ scale: WIDTH / page.getViewport({ scale: 1 }).width });
  const { fnArray, argsArray } = await page.getOperatorList({ annotationMode: NO_ANNOTATIONS });
  const reader = new PathReader(viewport.transform as unknown as Matrix, viewport);
  fnArray.forEach((operator, i) => reader.read(operator, argsArray[i]));
  return Float32Array.from(reader.numbers);
}
