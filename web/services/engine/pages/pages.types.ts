import type { ReceivedRange } from '../../api/received-ranges.ts';
import type { PageRule } from './page-rules.ts';

/** A remote document, read in ranges. */
export interface RemoteSource {
  readonly url: string;
  /** Bytes of the whole document. */
  readonly size: number;
  /** What was fetched before. */
  readonly received: readonly ReceivedRange[];
}

export type PageSource = Blob | RemoteSource;

/** Size of a page as displayed: points after rotation, with the user unit applied. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

export interface OpenedPages {
  readonly handle: number;
  /** The first pages are measured; the others have the size of the last measured page until `sizes` is called. */
  readonly pages: PageSize[];
  /** Whether the permissions of the document allow printing. */
  readonly mayPrint: boolean;
}

/** A result instead of an exception: errors lose their code when they cross threads. */
export type OpenOutcome = OpenedPages | { readonly code: string; readonly message: string };

/** A rectangle in percent of the displayed page; the origin is top left. */
export interface PageRect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A text item of pdf.js with its rectangle. */
export interface TextItem extends PageRect {
  readonly text: string;
}

/** Grey raster of a page on white, for field detection. */
export interface GreyRaster {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
  readonly textItems: TextItem[];
  /** Vector paths of the page in the format of the core. */
  readonly paths: Float32Array;
}

/** A part of the rendered page, in pixels. */
export interface PagePart {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What to render. */
export interface Drawing {
  readonly page: number;
  /** Width of the whole page in pixels. */
  readonly width: number;
  /** Whether to render the form widgets of the file. */
  readonly widgets: boolean;
  /** Renders only this part. */
  readonly part?: PagePart | undefined;
}

/** A link to a page of the document or to an external address. */
export interface PageLink {
  readonly place: PageRect;
  /** From 1. */
  readonly page: number | null;
  /** External address with a safe protocol. */
  readonly url: string | null;
}

/** One match: a rectangle for each text item that it spans. */
export type SearchMatch = readonly PageRect[];

/** Interface of the rendering worker. All values are cloneable or transferable. */
export interface PagesApi {
  /** Resolves when the worker reaches its event loop. */
  ping(): void;
  /** Renders a built-in page, so that the first real page finds everything loaded. */
  warm(assets: PdfAssets): Promise<void>;
  /** `arrived` is called with each range that the worker fetches. */
  open(source: PageSource, password: string | undefined, assets: PdfAssets, arrived?: (range: ReceivedRange) => void): Promise<OpenOutcome>;
  /** Hands over a range that was fetched elsewhere. */
  receive(handle: number, range: ReceivedRange): void;
  /** Replaces a remote source with the downloaded document. */
  complete(handle: number, body: Blob): void;
  /** `key` identifies the render for `stop`; a stopped render resolves to null. */
  render(handle: number, drawing: Drawing, key: string): Promise<ImageBitmap | null>;
  raster(handle: number, page: number, width: number): Promise<GreyRaster>;
  /** The page as JPEG, for printing. */
  picture(handle: number, page: number, width: number): Promise<Blob>;
  sizes(handle: number): Promise<PageSize[]>;
  text(handle: number, page: number): Promise<string>;
  /** The text of the page with positions. */
  textItems(handle: number, page: number): Promise<TextItem[]>;
  find(handle: number, page: number, words: string): Promise<SearchMatch[]>;
  links(handle: number, page: number): Promise<PageLink[]>;
  /** Straight lines of a page. */
  rules(handle: number, page: number, width: number): Promise<PageRule[]>;
  stop(handle: number, key: string): void;
  close(handle: number): Promise<void>;
}

/** URLs of the character maps, fonts, decoders and colour profiles of pdf.js. */
export interface PdfAssets {
  readonly cMapUrl: string;
  readonly standardFontDataUrl: string;
  readonly wasmUrl: string;
  readonly iccUrl: string;
}
