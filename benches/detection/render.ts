// Renders pages the way the web app does for detection: pdf.js, 1000 px wide, gray, with the page's text items and paths.
// Rasters are cached as PGM files (any image tool reads them), text items and paths as JSON beside them.
import { type Canvas, createCanvas, loadImage } from '@napi-rs/canvas';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, parse } from 'node:path';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { drawnPaths, textBox } from '../../bindings/src/page.ts';

export const DETECTION_WIDTH = 1000;

/** A piece of text in percentages of the displayed page, as the core takes it. */
export interface TextItem {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface RenderedPage {
  width: number;
  height: number;
  gray: Uint8Array;
  textItems: TextItem[];
  paths: Float32Array;
}

const pdfjs = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

/** Opens a file with everything pdf.js needs in Node: character maps, standard fonts, decoders. */
export async function openPdf(path: string): Promise<PDFDocumentProxy> {
  return getDocument({
    data: new Uint8Array(await readFile(path)),
    cMapUrl: `${pdfjs}/cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${pdfjs}/standard_fonts/`,
    wasmUrl: `${pdfjs}/wasm/`,
    iccUrl: `${pdfjs}/iccs/`,
    verbosity: VerbosityLevel.ERRORS,
  }).promise;
}

/** Renders one page to gray at the width of detection and reads its text. */
export async function renderPage(document: PDFDocumentProxy, pageNumber: number): Promise<RenderedPage> {
  const page = await document.getPage(pageNumber);
  const scale = DETECTION_WIDTH / page.getViewport({ scale: 1 }).width;
  const viewport = page.getViewport({ scale });
  const height = Math.max(1, Math.round(viewport.height));
  // pdf.js draws with its own copy of the canvas library: paths of one copy are refused by another.
  const factory = document.canvasFactory as { create(width: number, height: number): { canvas: Canvas } };
  const context = factory.create(DETECTION_WIDTH, height).canvas.getContext('2d');
  // The canvas of Node has the same drawing calls; pdf.js declares the browser's type.
  await page.render({ canvas: null, canvasContext: context as unknown as CanvasRenderingContext2D, viewport, background: '#fff' }).promise;
  const gray = grayOf(context.getImageData(0, 0, DETECTION_WIDTH, height).data);
  const textItems = await readTextItems(page);
  const paths = await drawnPaths(page);
  page.cleanup();
  return { width: DETECTION_WIDTH, height, gray, textItems, paths };
}

/** The page's text as boxes in percent; rotated text gets the box around it. */
export async function readTextItems(page: PDFPageProxy): Promise<TextItem[]> {
  const viewport = page.getViewport({ scale: 1 });
  const content = await page.getTextContent();
  const items: TextItem[] = [];
  for (const item of content.items) {
    if (!('str' in item) || item.str.trim() === '') continue;
    items.push({ text: item.str, ...textBox(item, viewport) });
  }
  return items;
}

/** Writes a PGM file for each picture of a folder; what is there already is kept. */
export async function cacheImages(from: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const file of await readdir(from)) {
    const target = join(folder, `${parse(file).name}.pgm`);
    if (existsSync(target)) continue;
    const image = await loadImage(join(from, file));
    const context = createCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    await writeFile(target, pgm(image.width, image.height, grayOf(context.getImageData(0, 0, image.width, image.height).data)));
  }
}

function grayOf(rgba: Uint8ClampedArray): Uint8Array {
  const gray = new Uint8Array(rgba.length / 4);
  for (let i = 0, j = 0; i < gray.length; i += 1, j += 4) {
    gray[i] = (77 * (rgba[j] ?? 0) + 150 * (rgba[j + 1] ?? 0) + 29 * (rgba[j + 2] ?? 0)) >> 8;
  }
  return gray;
}

function pgm(width: number, height: number, gray: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1'), gray]);
}

/** Writes `NAME__pN.pgm`, `NAME__pN.text.json` and `NAME__pN.paths.json` for the wanted pages of a file; what is there already is kept. */
export async function cachePages(path: string, name: string, pages: number[], folder: string): Promise<void> {
  const wanted = pages.filter((page) => !existsSync(join(folder, `${name}__p${page}.text.json`)) || !existsSync(join(folder, `${name}__p${page}.paths.json`)));
  if (wanted.length === 0) return;
  await mkdir(folder, { recursive: true });
  const document = await openPdf(path);
  for (const number of wanted) {
    const page = await renderPage(document, number);
    await writeFile(join(folder, `${name}__p${number}.pgm`), pgm(page.width, page.height, page.gray));
    await writeFile(join(folder, `${name}__p${number}.paths.json`), JSON.stringify([...page.paths]));
    await writeFile(join(folder, `${name}__p${number}.text.json`), JSON.stringify(page.textItems));
  }
  await document.loadingTask.destroy();
}
