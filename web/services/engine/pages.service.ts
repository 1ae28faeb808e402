import { wrap } from 'comlink';
import type { Remote } from 'comlink';
import { rendering } from '#contract/limits.ts';
import type { OpenedPages, FoundPlaces, GreyRaster, PageLink, PagePart, PageSize, PagesApi, PageSource, PdfAssets } from './pages.types.ts';
import type { PageRule } from './page-rules.ts';
import { RenderQueue } from './render-queue.ts';

/** Documents up to this length are measured before they are shown. */
const MEASURED_AT_OPEN = 12;

/** An opened document whose pages can be drawn. */
export interface PageSet {
  /** The sizes as far as they are known; all of them once `measured` has come true. */
  readonly pages: readonly PageSize[];
  /** Whether the author of the document allows it to be printed. */
  readonly mayPrint: boolean;
  /** Measuring begins when it is first asked for. */
  readonly measured: Promise<readonly PageSize[]>;
  /** The picture of a page, or null when it was dropped before it was drawn. */
  render(page: number, width: number, options?: RenderOptions): Promise<ImageBitmap | null>;
  drop(page: number, kind?: string): void;
  raster(page: number, width: number): Promise<GreyRaster>;
  /** The page as a compressed picture, for paper. */
  picture(page: number, width: number): Promise<Blob>;
  text(page: number): Promise<string>;
  /** Where words stand on a page, whatever their case and accents. */
  find(page: number, words: string): Promise<FoundPlaces[]>;
  links(page: number): Promise<PageLink[]>;
  /** The straight lines drawn on a page; none where it can't be drawn. */
  rules(page: number): Promise<readonly PageRule[]>;
  close(): Promise<void>;
}

export interface RenderOptions {
  /** Draw the form widgets of the file itself; off where our fields lie over the page. */
  widgets?: boolean;
  /** Only this part of a page that is drawn so wide. */
  part?: PagePart;
  priority?: number;
  kind?: string;
}

export class PagesError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = 'PagesError';
    this.code = code;
  }
}

export function pagesWorker(): Worker {
  return new Worker(new URL('./pages.worker.ts', import.meta.url), {
    type: 'module',
    name: 'countersign-pages',
  });
}

export function pdfAssets(): PdfAssets {
  const base = new URL(`${import.meta.env.BASE_URL}pdfjs/`, self.location.href).href;
  return {
    cMapUrl: `${base}cmaps/`,
    standardFontDataUrl: `${base}standard_fonts/`,
    wasmUrl: `${base}wasm/`,
    iccUrl: `${base}iccs/`,
  };
}

let shared: Remote<PagesApi> | undefined;

function sharedPages(): Remote<PagesApi> {
  shared ??= wrap<PagesApi>(pagesWorker());
  return shared;
}

/** Starts what draws pages before there is a document: loading it takes longer than opening one. */
export function warmPages(): void {
  sharedPages();
}

/** The same where somebody still has to choose a document: there is time to draw a page before it counts. */
export function warmPagesThoroughly(): void {
  sharedPages()
    .warm(pdfAssets())
    // Nobody waits for it: what went wrong shows again, and is said, when a document is opened.
    .catch((error: unknown) => console.info('Nothing could be drawn in advance', error));
}

/** A document at the server: its pages are fetched as they are looked at, and all of it once one of them is seen. */
export interface DistantBody {
  readonly url: string;
  readonly size: number;
  readonly whole: () => Promise<Blob>;
}

/** Opens a document for drawing. It is read in ranges, never as a whole. */
export async function openPages(source: Blob | DistantBody, password?: string): Promise<PageSet> {
  if (source instanceof Blob) return pagesOf(sharedPages(), source, password);
  const { url, size, whole } = source;
  return pagesOf(sharedPages(), { url, size }, password, whole);
}

export async function pagesOf(
  api: Remote<PagesApi>,
  source: PageSource,
  password?: string,
  whole?: () => Promise<Blob>,
): Promise<PageSet> {
  const opened = await api.open(source, password, pdfAssets());
  if (!('handle' in opened)) throw new PagesError(opened.code, opened.message);
  return new WorkerPages(api, opened, whole);
}

class WorkerPages implements PageSet {
  pages: readonly PageSize[];
  readonly mayPrint: boolean;
  readonly #api: Remote<PagesApi>;
  readonly #handle: number;
  readonly #queue = new RenderQueue();
  readonly #rules = new Map<number, Promise<readonly PageRule[]>>();
  readonly #whole: (() => Promise<Blob>) | undefined;
  #arrived: Promise<void> | undefined;
  #measured: Promise<readonly PageSize[]> | undefined;
  #closed = false;

  constructor(api: Remote<PagesApi>, { handle, pages, mayPrint }: OpenedPages, whole?: () => Promise<Blob>) {
    this.#api = api;
    this.#whole = whole;
    this.#handle = handle;
    this.pages = pages;
    this.mayPrint = mayPrint;
  }

  get measured(): Promise<readonly PageSize[]> {
    const isKnown = this.pages.length <= MEASURED_AT_OPEN && !this.#whole;
    this.#measured ??= isKnown ? Promise.resolve(this.pages) : this.#arrive().then(() => this.#measure());
    return this.#measured;
  }

  /** Has the rest of a distant document fetched: what follows would ask for all of it part by part. */
  #arrive(): Promise<void> {
    this.#arrived ??= this.#whole
      ? this.#whole().then(
          (body) => (this.#closed ? undefined : this.#api.complete(this.#handle, body)),
          (error: unknown) => console.info('The document is read part by part', error),
        )
      : Promise.resolve();
    return this.#arrived;
  }

  async #measure(): Promise<readonly PageSize[]> {
    try {
      this.pages = await this.#api.sizes(this.#handle);
    } catch (error) {
      // Closed meanwhile, or a broken page: what is known so far is good enough to show the rest.
      console.info('Not every page could be measured', error);
    }
    return this.pages;
  }

  render(page: number, width: number, options: RenderOptions = {}): Promise<ImageBitmap | null> {
    const { widgets = false, part, priority = 0, kind = 'page' } = options;
    const key = `${kind}:${page}`;
    return this.#queue.add(key, priority, async () => {
      if (this.#closed) return null;
      return this.#api.render(this.#handle, { page, width, widgets, part }, key);
    });
  }

  drop(page: number, kind = 'page'): void {
    const key = `${kind}:${page}`;
    // A page with a heavy drawing must not hold up those that people look at now.
    if (this.#queue.drop(key) === 'running' && !this.#closed) void this.#api.stop(this.#handle, key);
  }

  raster(page: number, width: number): Promise<GreyRaster> {
    return this.#api.raster(this.#handle, page, width);
  }

  text(page: number): Promise<string> {
    return this.#api.text(this.#handle, page);
  }

  picture(page: number, width: number): Promise<Blob> {
    return this.#api.picture(this.#handle, page, width);
  }

  find(page: number, words: string): Promise<FoundPlaces[]> {
    return this.#api.find(this.#handle, page, words);
  }

  links(page: number): Promise<PageLink[]> {
    return this.#api.links(this.#handle, page);
  }

  rules(page: number): Promise<readonly PageRule[]> {
    const known = this.#rules.get(page);
    if (known) return known;
    const looked = this.#api.rules(this.#handle, page, rendering.detectionWidth).catch(() => []);
    this.#rules.set(page, looked);
    return looked;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#queue.clear();
    await this.#api.close(this.#handle);
  }
}
