import type { Remote } from 'comlink';
import { rendering } from '#contract/limits.ts';
import { PagesError, ThreadEndedError, TooLongError, isTooLong } from './pages-errors.ts';
import type { RunningThread } from './pages-thread.ts';
import { PagesThread } from './pages-thread.ts';
import type { SearchMatch, GreyRaster, OpenedPages, OpenOutcome, PageLink, PagePart, PageSize, TextItem, PagesApi, PageSource, PdfAssets } from './pages.types.ts';
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
  /** A page that took too long may be tried once more. */
  again(page: number): void;
  raster(page: number, width: number): Promise<GreyRaster>;
  /** The page as a compressed picture, for paper. */
  picture(page: number, width: number): Promise<Blob>;
  text(page: number): Promise<string>;
  /** The page's words with their places. */
  textItems(page: number): Promise<TextItem[]>;
  /** Where words stand on a page, whatever their case and accents. */
  find(page: number, words: string): Promise<SearchMatch[]>;
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

export function pdfAssets(): PdfAssets {
  const base = new URL(`${import.meta.env.BASE_URL}pdfjs/`, self.location.href).href;
  return {
    cMapUrl: `${base}cmaps/`,
    standardFontDataUrl: `${base}standard_fonts/`,
    wasmUrl: `${base}wasm/`,
    iccUrl: `${base}iccs/`,
  };
}

const shared = new PagesThread();

/** Starts what draws pages before there is a document: loading it takes longer than opening one. */
export function warmPages(): void {
  void shared.running;
}

/** The same where somebody still has to choose a document: there is time to draw a page before it counts. */
export function warmPagesThoroughly(): void {
  shared.running
    .ask((api) => api.warm(pdfAssets()))
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
export async function openPages(source: Blob | DistantBody, password?: string, thread: PagesThread = shared): Promise<PageSet> {
  const distant = source instanceof Blob ? undefined : source;
  const from = source instanceof Blob ? source : { url: source.url, size: source.size };
  const running = thread.running;
  const { pages, mayPrint, handle } = await opened(running, from, password);
  return new WorkerPages({ thread, source: from, password, whole: distant?.whole }, { running, handle: Promise.resolve(handle) }, pages, mayPrint);
}

async function opened(running: RunningThread, source: PageSource, password: string | undefined): Promise<OpenedPages> {
  const outcome = await running.ask<OpenOutcome>((api) => api.open(source, password, pdfAssets()));
  if (!('handle' in outcome)) throw new PagesError(outcome.code, outcome.message);
  return outcome;
}

interface PagesOrigin {
  readonly thread: PagesThread;
  readonly source: PageSource;
  readonly password: string | undefined;
  readonly whole: (() => Promise<Blob>) | undefined;
}

/** The document as it is open in one thread. */
interface OpenHandle {
  readonly running: RunningThread;
  readonly handle: Promise<number>;
}

type PagesTask<Answer> = (api: Remote<PagesApi>, handle: number) => Promise<Answer>;

class WorkerPages implements PageSet {
  pages: readonly PageSize[];
  readonly mayPrint: boolean;
  readonly #thread: PagesThread;
  readonly #password: string | undefined;
  readonly #queue = new RenderQueue();
  readonly #rules = new Map<number, Promise<readonly PageRule[]>>();
  readonly #whole: (() => Promise<Blob>) | undefined;
  /** Pages that took too long: they are not begun again unless somebody asks for it. */
  readonly #slow = new Set<number>();
  #source: PageSource;
  #place: OpenHandle | undefined;
  #arrived: Promise<void> | undefined;
  #measured: Promise<readonly PageSize[]> | undefined;
  #closed = false;

  constructor({ thread, source, password, whole }: PagesOrigin, place: OpenHandle, pages: readonly PageSize[], mayPrint: boolean) {
    this.#thread = thread;
    this.#source = source;
    this.#password = password;
    this.#whole = whole;
    this.#place = place;
    this.pages = pages;
    this.mayPrint = mayPrint;
  }

  get measured(): Promise<readonly PageSize[]> {
    const isKnown = this.pages.length <= MEASURED_AT_OPEN && !this.#whole;
    this.#measured ??= isKnown ? Promise.resolve(this.pages) : this.#arrive().then(() => this.#measure());
    return this.#measured;
  }

  /** Asks the thread that runs now, and the next one where that was ended for somebody else. */
  async #ask<Answer>(work: PagesTask<Answer>): Promise<Answer> {
    for (;;) {
      const { running, handle } = this.#here();
      try {
        const number = await handle;
        return await running.ask((api) => work(api, number));
      } catch (error) {
        if (!(error instanceof ThreadEndedError) || this.#closed) throw error;
      }
    }
  }

  /** The same about a page, which is remembered where it took too long. */
  async #askOf<Answer>(page: number, work: PagesTask<Answer>): Promise<Answer> {
    if (this.#slow.has(page)) throw new TooLongError(`Page ${page} takes too long`);
    try {
      return await this.#ask(work);
    } catch (error) {
      if (isTooLong(error)) this.#slow.add(page);
      throw error;
    }
  }

  /** The thread that runs now; where it is another one than before, the document is opened there. */
  #here(): OpenHandle {
    const { running } = this.#thread;
    if (this.#place?.running !== running) {
      const place = { running, handle: opened(running, this.#source, this.#password).then(({ handle }) => handle) };
      // What could not be opened there, because the network was away, is opened with the next question.
      place.handle.catch(() => {
        if (this.#place === place) this.#place = undefined;
      });
      this.#place = place;
    }
    return this.#place;
  }

  /** Has the rest of a distant document fetched: what follows would ask for all of it part by part. */
  #arrive(): Promise<void> {
    this.#arrived ??= this.#whole
      ? this.#whole().then(
          (body) => this.#complete(body),
          (error: unknown) => console.info('The document is read part by part', error),
        )
      : Promise.resolve();
    return this.#arrived;
  }

  async #complete(body: Blob): Promise<void> {
    this.#source = body;
    if (!this.#closed) await this.#ask((api, handle) => api.complete(handle, body));
  }

  async #measure(): Promise<readonly PageSize[]> {
    try {
      this.pages = await this.#ask((api, handle) => api.sizes(handle));
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
      return this.#askOf(page, (api, handle) => api.render(handle, { page, width, widgets, part }, key));
    });
  }

  drop(page: number, kind = 'page'): void {
    const key = `${kind}:${page}`;
    // A page with a heavy drawing must not hold up those that people look at now.
    if (this.#queue.drop(key) === 'running' && !this.#closed) void this.#ask((api, handle) => api.stop(handle, key)).catch(nobodyWaits);
  }

  again(page: number): void {
    this.#slow.delete(page);
  }

  raster(page: number, width: number): Promise<GreyRaster> {
    return this.#askOf(page, (api, handle) => api.raster(handle, page, width));
  }

  text(page: number): Promise<string> {
    return this.#askOf(page, (api, handle) => api.text(handle, page));
  }

  textItems(page: number): Promise<TextItem[]> {
    return this.#askOf(page, (api, handle) => api.textItems(handle, page));
  }

  picture(page: number, width: number): Promise<Blob> {
    return this.#askOf(page, (api, handle) => api.picture(handle, page, width));
  }

  find(page: number, words: string): Promise<SearchMatch[]> {
    return this.#askOf(page, (api, handle) => api.find(handle, page, words));
  }

  links(page: number): Promise<PageLink[]> {
    return this.#askOf(page, (api, handle) => api.links(handle, page));
  }

  rules(page: number): Promise<readonly PageRule[]> {
    const known = this.#rules.get(page);
    if (known) return known;
    const looked = this.#askOf(page, (api, handle) => api.rules(handle, page, rendering.detectionWidth)).catch(() => []);
    this.#rules.set(page, looked);
    return looked;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#queue.clear();
    const place = this.#place;
    // With a thread that was ended all is closed that was open in it.
    await place?.handle.then((handle) => place.running.ask((api) => api.close(handle))).catch(nobodyWaits);
  }
}

/** What was asked for is of no use any more. */
const nobodyWaits = (): void => undefined;
