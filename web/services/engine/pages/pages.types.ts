import type { PageRule } from './page-rules.ts';

/** A document whose bytes are elsewhere: they are fetched in ranges, as they are needed. */
export interface RemoteSource {
  readonly url: string;
  /** Bytes of the whole. */
  readonly size: number;
}

export type PageSource = Blob | RemoteSource;

/** One page as people see it: points after rotation, with the user unit applied. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

export interface OpenedPages {
  readonly handle: number;
  /** The first pages as they are, the rest as large as the last of those until `sizes` has looked. */
  readonly pages: PageSize[];
  /** Whether the author of the document allows it to be printed. */
  readonly mayPrint: boolean;
}

/** Codes do not survive a thrown error between threads, so opening answers with one or the other. */
export type OpenOutcome = OpenedPages | { readonly code: string; readonly message: string };

/** A place in percent of the displayed page, top left. */
export interface PageRect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A run of text and where it stands. */
export interface TextItem extends PageRect {
  readonly text: string;
}

/** Grey raster of a page, white paper, for the detection of fields. */
export interface GreyRaster {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
  readonly textItems: TextItem[];
  /** The page's drawn paths as the core takes them. */
  readonly paths: Float32Array;
}

/** Pixels cut out of a page that is drawn `width` pixels wide. */
export interface PagePart {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** How a page is to be drawn. */
export interface Drawing {
  readonly page: number;
  /** Pixels across the whole page. */
  readonly width: number;
  /** Draw the form widgets of the file itself. */
  readonly widgets: boolean;
  /** Only this part of it; the whole page otherwise. */
  readonly part?: PagePart | undefined;
}

/** A link of the document: to another place in it, or out of it. */
export interface PageLink {
  readonly place: PageRect;
  /** From 1. */
  readonly page: number | null;
  /** An address that is safe to open. */
  readonly url: string | null;
}

/** Where a text was found: usually one place, more where it goes on in another run. */
export type SearchMatch = readonly PageRect[];

/** What the page worker answers; everything that crosses is plain or transferable. */
export interface PagesApi {
  /** Answers as soon as the thread is free to. */
  ping(): void;
  /** Draws a page of its own once, so that the first one of a person finds everything loaded. */
  warm(assets: PdfAssets): Promise<void>;
  open(source: PageSource, password: string | undefined, assets: PdfAssets): Promise<OpenOutcome>;
  /** The whole of a document that was elsewhere has come. */
  complete(handle: number, body: Blob): void;
  /** `key` names the drawing for `stop`; one that was stopped gives null. */
  render(handle: number, drawing: Drawing, key: string): Promise<ImageBitmap | null>;
  raster(handle: number, page: number, width: number): Promise<GreyRaster>;
  /** The page as a compressed picture, for paper. */
  picture(handle: number, page: number, width: number): Promise<Blob>;
  sizes(handle: number): Promise<PageSize[]>;
  text(handle: number, page: number): Promise<string>;
  /** The page's words with their places. */
  textItems(handle: number, page: number): Promise<TextItem[]>;
  find(handle: number, page: number, words: string): Promise<SearchMatch[]>;
  links(handle: number, page: number): Promise<PageLink[]>;
  /** The straight lines drawn on a page. */
  rules(handle: number, page: number, width: number): Promise<PageRule[]>;
  stop(handle: number, key: string): void;
  close(handle: number): Promise<void>;
}

/** Where pdf.js finds its character maps, fonts, decoders and colour profiles. */
export interface PdfAssets {
  readonly cMapUrl: string;
  readonly standardFontDataUrl: string;
  readonly wasmUrl: string;
  readonly iccUrl: string;
}
