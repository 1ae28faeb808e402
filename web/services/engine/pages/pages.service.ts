import type { Remote } from 'comlink';
import { proxy } from 'comlink';
import { rendering } from '#contract/limits/screens.ts';
import { PagesError, ThreadEndedError, TooLongError, isTooLong } from './pages-errors.ts';
import type { RunningThread } from './pages-thread.ts';
import { PagesThread } from './pages-thread.ts';
import type { SearchMatch, GreyRaster, OpenedPages, OpenOutcome, PageLink, PagePart, PageSize, TextItem, PagesApi, PdfAssets } from './pages.types.ts';
import type { ReceivedRange } from '../../api/received-ranges.ts';
import type { PageRule } from './page-rules.ts';
import { RenderQueue } from './render-queue.ts';

/** Documents with at most this many pages are measured before they are shown. */
const MEASURED_AT_OPEN = 12;

/** An opened document whose pages can be drawn. */
export interface PageSet {
  /** Page sizes; some are estimates until `measured` resolves. */
  readonly pages: readonly PageSize[];
  /** Whether the permissions of the document allow printing. */
  readonly mayPrint: boolean;
  /** Resolves with all page sizes. Measuring starts on first access. */
  readonly measured: Promise<readonly PageSize[]>;
  /** Renders a page; null if the request was dropped. */
  render(page: number, width: number, options?: RenderOptions): Promise<ImageBitmap | null>;
  drop(page: number, kind?: string): void;
  /** Allows another attempt at a page that exceeded the time limit. */
  again(page: number): void;
  raster(page: number, width: number): Promise<GreyRaster>;
  /** The page as JPEG, for printing. */
  picture(page: number, width: number): Promise<Blob>;
  text(page: number): Promise<string>;
  /** The text of the page with positions. */
  textItems(page: number): Promise<TextItem[]>;
  /** Searches a page, ignoring case and accents. */
  find(page: number, words: string): Promise<SearchMatch[]>;
  links(page: number): Promise<PageLink[]>;
  /** Straight lines of a page; empty if it cannot be rendered. */
  rules(page: number): Promise<readonly PageRule[]>;
  close(): Promise<void>;
}

export interface RenderOptions {
  /** Whether to render the form widgets of the file. False where the app draws its own fields over the page. */
  widgets?: boolean;
  /** Renders only this part of the page. */
  part?: PagePart;
  priority?: number;
  kind?: string;
}

function pdfAssets(): PdfAssets {
  const base = new URL(`${import.meta.env.BASE_URL}pdfjs/`, self.location.href).href;
  return {
    cMapUrl: `${base}cmaps/`,
    standardFontDataUrl: `${base}standard_fonts/`,
    wasmUrl: `${base}wasm/`,
    iccUrl: `${base}iccs/`,
  };
}

const shared = new PagesThread();

/** Starts the rendering worker early, because loading it takes longer than opening a document. */
export function warmPages(): void {
  void shared.running;
}

/** Starts the worker and renders a small page, for screens on which a document is still to be chosen. */
export function warmPagesThoroughly(): void {
  shared.running
    .ask((api) => api.warm(pdfAssets()))
    // Opening a document reports the same failure to the person.
    .catch((error: unknown) => console.info('Nothing could be drawn in advance', error));
}

/** A document at the server: read in ranges until the first page is shown, then downloaded as a whole. No byte is fetched twice. */
export interface DistantBody {
  readonly url: string;
  readonly size: number;
  readonly received: readonly ReceivedRange[];
  /** Takes what was fetched to draw pages. */
  receive(range: ReceivedRange): void;
  /** Calls with what was fetched for others. */
  onReceived(listener: (range: ReceivedRange | null) => void): () => void;
  whole(): Promise<Blob>;
}

/** Opens a document for rendering. It is read in ranges. */
export async function openPages(source: Blob | DistantBody, password?: string, thread: PagesThread = shared): Promise<PageSet> {
  const running = thread.running;
  const { pages, mayPrint, handle } = await opened(running, source, password);
  return new WorkerPages({ thread, source, password }, { running, handle: Promise.resolve(handle) }, pages, mayPrint);
}

async function opened(running: RunningThread, source: Blob | DistantBody, password: string | undefined): Promise<OpenedPages> {
  const outcome = await running.ask<OpenOutcome>((api) => openIn(api, source, password));
  if (!('handle' in outcome)) throw new PagesError(outcome.code, outcome.message);
  return outcome;
}

function openIn(api: Remote<PagesApi>, source: Blob | DistantBody, password: string | undefined): Promise<OpenOutcome> {
  if (source instanceof Blob) return api.open(source, password, pdfAssets());
  const { url, size, received } = source;
  return api.open({ url, size, received }, password, pdfAssets(), proxy((range: ReceivedRange) => source.receive(range)));
}

interface PagesOrigin {
  readonly thread: PagesThread;
  readonly source: Blob | DistantBody;
  readonly password: string | undefined;
}

/** The handle of the document in one worker. */
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
  readonly #stopReceiving: (() => void) | undefined;
  /** Pages that exceeded the time limit. They are rendered again only after `again`. */
  readonly #slow = new Set<number>();
  #source: Blob | DistantBody;
  #place: OpenHandle | undefined;
  #arrived: Promise<void> | undefined;
  #measured: Promise<readonly PageSize[]> | undefined;
  #closed = false;

  constructor({ thread, source, password }: PagesOrigin, place: OpenHandle, pages: readonly PageSize[], mayPrint: boolean) {
    this.#thread = thread;
    this.#source = source;
    this.#password = password;
    this.#place = place;
    if (!(source instanceof Blob)) this.#stopReceiving = source.onReceived((range) => range && this.#pass(range));
    this.pages = pages;
    this.mayPrint = mayPrint;
  }

  get measured(): Promise<readonly PageSize[]> {
    const isKnown = this.pages.length <= MEASURED_AT_OPEN && this.#source instanceof Blob;
    this.#measured ??= isKnown ? Promise.resolve(this.pages) : this.#arrive().then(() => this.#measure());
    return this.#measured;
  }

  /** Runs a task in the current worker, and repeats it if the worker was ended because of another task. */
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

  /** Runs a task for a page, and remembers if it exceeds the time limit. */
  async #askOf<Answer>(page: number, work: PagesTask<Answer>): Promise<Answer> {
    if (this.#slow.has(page)) throw new TooLongError(`Page ${page} takes too long`);
    try {
      return await this.#ask(work);
    } catch (error) {
      if (isTooLong(error)) this.#slow.add(page);
      throw error;
    }
  }

  /** The document in the current worker. Opens it again if the worker has changed. */
  #here(): OpenHandle {
    const { running } = this.#thread;
    if (this.#place?.running !== running) {
      const place = { running, handle: opened(running, this.#source, this.#password).then(({ handle }) => handle) };
      // After a failure, such as a lost network, the next task opens the document again.
      place.handle.catch(() => {
        if (this.#place === place) this.#place = undefined;
      });
      this.#place = place;
    }
    return this.#place;
  }

  /** Downloads the rest of a remote document, because measuring would read all of it in small ranges. */
  #arrive(): Promise<void> {
    const source = this.#source;
    this.#arrived ??= !(source instanceof Blob)
      ? source.whole().then(
          (body) => this.#complete(body),
          (error: unknown) => console.info('The document is read part by part', error),
        )
      : Promise.resolve();
    return this.#arrived;
  }

  /** Hands a range to the worker, which then need not fetch it. */
  #pass(range: ReceivedRange): void {
    const place = this.#place;
    place?.handle.then((handle) => place.running.api.receive(handle, range)).catch(nobodyWaits);
  }

  async #complete(body: Blob): Promise<void> {
    this.#source = body;
    if (!this.#closed) await this.#ask((api, handle) => api.complete(handle, body));
  }

  async #measure(): Promise<readonly PageSize[]> {
    try {
      this.pages = await this.#ask((api, handle) => api.sizes(handle));
    } catch (error) {
      // The document was closed, or a page is broken. The estimates are good enough to show the rest.
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
    // Cancels a running render as well, so that it does not delay visible pages.
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
    this.#stopReceiving?.();
    const place = this.#place;
    // A worker that was ended has closed its documents.
    await place?.handle.then((handle) => place.running.ask((api) => api.close(handle))).catch(nobodyWaits);
  }
}

/** Ignores errors of results that are no longer needed. */
const nobodyWaits = (): void => undefined;
