/** One page as people see it: points after rotation, with the user unit applied. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

export interface OpenedPages {
  readonly handle: number;
  /** The first pages as they are, the rest as large as the last of those until `sizes` has looked. */
  readonly pages: PageSize[];
}

/** Codes do not survive a thrown error between threads, so opening answers with one or the other. */
export type OpenOutcome = OpenedPages | { readonly code: string; readonly message: string };

/** A run of text in percent of the displayed page, top left. */
export interface TextPlace {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Grey raster of a page, white paper, for the detection of fields. */
export interface GreyRaster {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
  readonly textItems: TextPlace[];
}

/** What the page worker answers; everything that crosses is plain or transferable. */
export interface PagesApi {
  open(file: Blob, password: string | undefined, assets: PdfAssets): Promise<OpenOutcome>;
  render(handle: number, page: number, width: number, widgets: boolean): Promise<ImageBitmap>;
  raster(handle: number, page: number, width: number): Promise<GreyRaster>;
  sizes(handle: number): Promise<PageSize[]>;
  text(handle: number, page: number): Promise<string>;
  stop(handle: number, page: number): void;
  close(handle: number): Promise<void>;
}

/** Where pdf.js finds its character maps, fonts, decoders and colour profiles. */
export interface PdfAssets {
  readonly cMapUrl: string;
  readonly standardFontDataUrl: string;
  readonly wasmUrl: string;
  readonly iccUrl: string;
}
