/// Renders pages away from the main thread. pdf.js runs here whole: its own
/// worker half is called in this thread, so a page costs one thread, not two.
import 'pdfjs-dist/build/pdf.worker.mjs';
import { expose, transfer } from 'comlink';
import { AnnotationMode, getDocument, VerbosityLevel, PermissionFlag } from 'pdfjs-dist';
import type { PDFDocumentProxy, PDFPageProxy, RenderTask } from 'pdfjs-dist';
import { drawnPaths } from '@countersign/core/page';
import type { SearchableText } from './find-text.ts';
import { findText, searchable } from './find-text.ts';
import { greyOf } from './grey.ts';
import { pageLinks } from './page-links.ts';
import { pageRules } from './page-rules.ts';
import { TooLongError } from './pages-errors.ts';
import { rendering } from '#contract/limits/screens.ts';
import type { Drawing, GreyRaster, OpenOutcome, PageSize, PagesApi, PageSource, PdfAssets } from './pages.types.ts';
import type { ReceivedRange } from '../../api/received-ranges.ts';
import type { SourceRangeTransport } from './source-range.ts';
import { chunkSizeFor, sourceRange } from './source-range.ts';
import { SourceReader } from './source-reader.ts';
import { readTextItems, textRuns } from './text-items.ts';
import { NoFilterFactory, OffscreenCanvasFactory } from './worker-canvas.ts';

interface Entry {
  document: PDFDocumentProxy;
  range: SourceRangeTransport;
  /** Running render tasks by key. */
  running: Map<string, RenderTask>;
  /** Cached text of searched pages. */
  texts: Map<number, SearchableText>;
}

const entries = new Map<number, Entry>();
let nextHandle = 1;

function entryOf(handle: number): Entry {
  const entry = entries.get(handle);
  if (!entry) throw new Error('The document is closed');
  return entry;
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'pdf_corrupted';
  if (error.name !== 'PasswordException') return 'pdf_corrupted';
  return 'code' in error && error.code === 2 ? 'pdf_incorrect_password' : 'pdf_password';
}

function sizeOf(page: PDFPageProxy): PageSize {
  const { width, height } = page.getViewport({ scale: 1 });
  return { width, height };
}

/** JPEG quality for printing. */
const PRINT_QUALITY = 0.92;

/** Assumed size if no page can be measured. */
const letter: PageSize = { width: 612, height: 792 };

const MEASURED_FIRST = 12;
/** Pages measured at opening over a network, where each page costs a round trip. */
const MEASURED_REMOTE = 1;
/** After this many pages the worker returns to the event loop for other tasks. */
const MEASURED_AT_ONCE = 25;

/** An unreadable page gets the size of the previous page, so that the others can be shown. */
async function sizeAt(document: PDFDocumentProxy, number: number, before: PageSize = letter): Promise<PageSize> {
  try {
    return sizeOf(await document.getPage(number));
  } catch (error) {
    console.warn('A page could not be measured', number, error);
    return before;
  }
}

async function firstSizes(document: PDFDocumentProxy, first: number): Promise<PageSize[]> {
  const sizes: PageSize[] = [];
  for (let number = 1; number <= Math.min(document.numPages, first); number += 1) {
    sizes.push(await sizeAt(document, number, sizes.at(-1)));
  }
  const last = sizes.at(-1) ?? letter;
  while (sizes.length < document.numPages) sizes.push(last);
  return sizes;
}

async function allSizes(document: PDFDocumentProxy): Promise<PageSize[]> {
  const sizes: PageSize[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    sizes.push(await sizeAt(document, number, sizes.at(-1)));
    if (number % MEASURED_AT_ONCE === 0) await new Promise((resolve) => setTimeout(resolve, 0));
  }
  return sizes;
}

async function open(
  source: PageSource,
  password: string | undefined,
  assets: PdfAssets,
  arrived: (range: ReceivedRange) => void = () => undefined,
): Promise<OpenOutcome> {
  let unreadable: (error: unknown) => void = () => undefined;
  const broken = new Promise<never>((_, reject) => {
    unreadable = reject;
  });
  const range = await sourceRange(new SourceReader(source, arrived), (error) => unreadable(error));
  const task = getDocument({
    range,
    password,
    ...assets,
    rangeChunkSize: chunkSizeFor(source),
    disableAutoFetch: true,
    disableStream: true,
    useWorkerFetch: true,
    useSystemFonts: false,
    isEvalSupported: false,
    verbosity: VerbosityLevel.ERRORS,
    CanvasFactory: OffscreenCanvasFactory,
    FilterFactory: NoFilterFactory,
    // pdf.js uses only `fonts` of its owner document.
    ownerDocument: { fonts: (self as unknown as { fonts: FontFaceSet }).fonts } as HTMLDocument,
  });
  try {
    const document = await Promise.race([task.promise, broken]);
    const handle = nextHandle;
    nextHandle += 1;
    entries.set(handle, { document, range, running: new Map(), texts: new Map() });
    const allowed = await document.getPermissions();
    return { handle, pages: await firstSizes(document, source instanceof Blob ? MEASURED_FIRST : MEASURED_REMOTE), mayPrint: allowed === null || allowed.includes(PermissionFlag.PRINT) };
  } catch (error) {
    await task.destroy();
    return { code: codeOf(error), message: error instanceof Error ? error.message : String(error) };
  }
}

const LOOK_EVERY = 100;

/** Cancels a render that exceeds the time limit. Time spent waiting for the network does not count. */
function watched(task: RenderTask, range: SourceRangeTransport): { isOver(): boolean; end(): void } {
  let spent = 0;
  let before = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    if (!range.isWaiting) spent += now - before;
    before = now;
    if (spent >= rendering.timeLimit) task.cancel();
  }, LOOK_EVERY);
  return { isOver: () => spent >= rendering.timeLimit, end: () => clearInterval(timer) };
}

async function draw(entry: Entry, { page: number, width, widgets, part }: Drawing, key?: string): Promise<OffscreenCanvas> {
  const page = await entry.document.getPage(number);
  const scale = width / page.getViewport({ scale: 1 }).width;
  const whole = page.getViewport({ scale });
  const viewport = part ? page.getViewport({ scale, offsetX: -part.x, offsetY: -part.y }) : whole;
  const { width: across, height: down } = part ?? whole;
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(across)), Math.max(1, Math.round(down)));
  const task = page.render({
    canvas: canvas as unknown as HTMLCanvasElement,
    viewport,
    // ENABLE_FORMS makes pdf.js leave the widgets out. The app draws its fields over the page.
    annotationMode: widgets ? AnnotationMode.ENABLE : AnnotationMode.ENABLE_FORMS,
    background: '#ffffff',
  });
  if (key) entry.running.set(key, task);
  const watch = watched(task, entry.range);
  try {
    await task.promise;
  } catch (error) {
    throw watch.isOver() ? new TooLongError(`Page ${number} takes too long`) : error;
  } finally {
    watch.end();
    if (key) entry.running.delete(key);
  }
  page.cleanup();
  return canvas;
}

/** Grey raster of a page without widgets. */
async function greyPage(entry: Entry, page: number, width: number) {
  const canvas = await draw(entry, { page, width, widgets: false });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No drawing context');
  const image = context.getImageData(0, 0, canvas.width, canvas.height);
  return { width: canvas.width, height: canvas.height, data: greyOf(image.data) };
}

const isStopped = (error: unknown): boolean => error instanceof Error && error.name === 'RenderingCancelledException';

async function textOf(entry: Entry, number: number): Promise<SearchableText> {
  const known = entry.texts.get(number);
  if (known) return known;
  const text = searchable(await textRuns(await entry.document.getPage(number)));
  entry.texts.set(number, text);
  return text;
}

/** A page with one line of Helvetica. Rendering it loads what most pages need. */
const smallSheet = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 60 20]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj
4 0 obj<</Length 30>>stream
BT /F 9 Tf 4 6 Td (Warm) Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>`;

async function warm(assets: PdfAssets): Promise<void> {
  const opened = await open(new Blob([smallSheet]), undefined, assets);
  if (!('handle' in opened)) return;
  await draw(entryOf(opened.handle), { page: 1, width: 60, widgets: false });
  await api.close(opened.handle);
}

const api: PagesApi = {
  ping: () => undefined,
  open,
  complete: (handle, body) => entries.get(handle)?.range.reader.complete(body),
  receive: (handle, range) => entries.get(handle)?.range.reader.receive(range),
  warm,
  async render(handle, drawing, key) {
    try {
      const bitmap = (await draw(entryOf(handle), drawing, key)).transferToImageBitmap();
      return transfer(bitmap, [bitmap]);
    } catch (error) {
      if (isStopped(error)) return null;
      throw error;
    }
  },
  async raster(handle, page, width): Promise<GreyRaster> {
    const entry = entryOf(handle);
    const seen = await greyPage(entry, page, width);
    const { data } = seen;
    const proxy = await entry.document.getPage(page);
    const [textItems, paths] = await Promise.all([readTextItems(proxy), drawnPaths(proxy)]);
    return transfer({ ...seen, textItems, paths }, [data.buffer, paths.buffer]);
  },
  async picture(handle, page, width) {
    const canvas = await draw(entryOf(handle), { page, width, widgets: true });
    return canvas.convertToBlob({ type: 'image/jpeg', quality: PRINT_QUALITY });
  },
  sizes: (handle) => allSizes(entryOf(handle).document),
  textItems: async (handle, page) => readTextItems(await entryOf(handle).document.getPage(page)),
  async text(handle, page) {
    const proxy = await entryOf(handle).document.getPage(page);
    const content = await proxy.getTextContent();
    return content.items
      .map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : ' ') : ''))
      .join('');
  },
  async find(handle, page, words) {
    return findText(await textOf(entryOf(handle), page), words);
  },
  async links(handle, page) {
    const { document } = entryOf(handle);
    return pageLinks(document, await document.getPage(page));
  },
  async rules(handle, page, across) {
    const { data, width, height } = await greyPage(entryOf(handle), page, across);
    return pageRules(data, width, height);
  },
  stop(handle, key) {
    entries.get(handle)?.running.get(key)?.cancel();
  },
  async close(handle) {
    const entry = entries.get(handle);
    entries.delete(handle);
    await entry?.document.loadingTask.destroy();
  },
};

expose(api);
