import { countersign, countersignContiguous } from './countersign.ts';
import { libPdf, libPdfNames } from './libpdf.ts';
import { muPdf } from './mupdf.ts';
import { cantoo, pdfLib } from './pdf-lib.ts';
import { pdfium } from './pdfium.ts';
import { pdfJs } from './pdfjs.ts';
import type { Peer } from './peer.ts';

/** Everything that is measured by its name; the packages are loaded only when they are asked for. */
export const peers: Record<string, () => Peer> = {
  '@countersign/core': () => countersign,
  '@countersign/core, contiguous': () => countersignContiguous,
  '@libpdf/core': libPdf,
  '@libpdf/core, names only': libPdfNames,
  mupdf: muPdf,
  '@embedpdf/pdfium': pdfium,
  'pdfjs-dist': pdfJs,
  '@cantoo/pdf-lib': cantoo,
  'pdf-lib': pdfLib,
};
