import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import type { Raster, TextItem } from '../engine.ts';
import { drawnPaths } from '../page/drawn-paths.ts';
import { textBox } from '../page/text-box.ts';

/** Width in pixels that detection expects. */
const detectionWidth = 1000;

/** A rendered page as input of the detection. */
export interface RenderedPage {
  page: number;
  raster: Raster;
  textItems: TextItem[];
  paths: Float32Array;
}

/** The page range, and the password of the file. */
export interface RenderOptions {
  password?: string;
  first: number;
  last: number;
}

/**
 * Renders pages 1000 pixels wide with pdf.js. Needs the packages `pdfjs-dist` and `@napi-rs/canvas`, which the core
 * itself does not need.
 */
export async function* renderPages(bytes: Uint8Array, options: RenderOptions): AsyncGenerator<RenderedPage> {
  const pdfjs = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const { createCanvas } = await import('@napi-rs/canvas');
  const assets = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  const folder = (name: string) => join(assets, name) + sep;
  const task = pdfjs.getDocument({
    data: new Uint8Array(bytes),
    password: options.password,
    cMapUrl: folder('cmaps'),
    standardFontDataUrl: folder('standard_fonts'),
    wasmUrl: folder('wasm'),
    iccUrl: folder('iccs'),
    verbosity: pdfjs.VerbosityLevel.ERRORS,
  });
  try {
    const document = await task.promise;
    for (let number = options.first; number <= Math.min(options.last, document.numPages); number++) {
      const page = await document.getPage(number);
      const size = page.getViewport({ scale: 1 });
      const viewport = page.getViewport({ scale: detectionWidth / size.width });
      const canvas = createCanvas(detectionWidth, Math.max(1, Math.round(viewport.height)));
      const context = canvas.getContext('2d');
      await page.render({ canvas: null, canvasContext: context as unknown as CanvasRenderingContext2D, viewport, annotationMode: pdfjs.AnnotationMode.DISABLE, background: 'white' }).promise;
      const { width, height, data } = context.getImageData(0, 0, canvas.width, canvas.height);
      yield { page: number, raster: { width, height, data }, textItems: await textItemsOf(page, viewport), paths: await drawnPaths(page) };
      page.cleanup();
    }
  } finally {
    await task.destroy();
  }
}

type PdfPage = import('pdfjs-dist').PDFPageProxy;
type Viewport = import('pdfjs-dist').PageViewport;

/** Returns the page's text with boxes in percent of the displayed page. */
async function textItemsOf(page: PdfPage, viewport: Viewport): Promise<TextItem[]> {
  const { items } = await page.getTextContent();
  return items.flatMap((item) => {
    if (!('str' in item) || item.str.trim() === '') return [];
    return [{ text: item.str, ...textBox(item, viewport) }];
  });
}
