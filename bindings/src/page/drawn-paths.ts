import type { PDFPageProxy } from 'pdfjs-dist';
import type { Matrix } from './matrix.ts';
import { PathReader } from './path-reader.ts';

/** Width of the page for detection, in pixels. */
const WIDTH = 1000;
/** `AnnotationMode.DISABLE` of pdf.js: widgets are not part of the page's paths. */
const NO_ANNOTATIONS = 0;

/**
 * Returns the painted paths of a pdf.js page as input for `detect`. Seven numbers per path: kind (0 line, 1 box, 2
 * curve, 3 filled box), left, top, width, height and thickness in percent of the displayed page, and gray level.
 */
export async function drawnPaths(page: PDFPageProxy): Promise<Float32Array> {
  const viewport = page.getViewport({ scale: WIDTH / page.getViewport({ scale: 1 }).width });
  const { fnArray, argsArray } = await page.getOperatorList({ annotationMode: NO_ANNOTATIONS });
  const reader = new PathReader(viewport.transform as unknown as Matrix, viewport);
  fnArray.forEach((operator, i) => reader.read(operator, argsArray[i]));
  return Float32Array.from(reader.numbers);
}
