import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import type { PageLink, PageRect } from './pages.types.ts';

/** A link annotation of pdf.js, which sets `url` only for safe protocols. */
interface LinkAnnotation {
  readonly subtype: string;
  readonly rect: readonly [number, number, number, number];
  readonly url?: string;
  readonly dest?: string | readonly unknown[] | null;
}

const SAFE = /^(https?|mailto|tel):/i;

/** The links of a page. Links without a valid target are left out. */
export async function pageLinks(document: PDFDocumentProxy, page: PDFPageProxy): Promise<PageLink[]> {
  const annotations = (await page.getAnnotations({ intent: 'display' })) as LinkAnnotation[];
  const links = annotations.filter(({ subtype }) => subtype === 'Link').map(async ({ rect, url, dest }) => ({
    place: placeOf(page, rect),
    url: url && SAFE.test(url) ? url : null,
    page: dest ? await pageOf(document, dest) : null,
  }));
  return (await Promise.all(links)).filter(({ url, page: to }) => url !== null || to !== null);
}

function placeOf(page: PDFPageProxy, rect: LinkAnnotation['rect']): PageRect {
  const viewport = page.getViewport({ scale: 1 });
  const [left = 0, top = 0, right = 0, bottom = 0]: number[] = viewport.convertToViewportRectangle([...rect]);
  return {
    x: (Math.min(left, right) / viewport.width) * 100,
    y: (Math.min(top, bottom) / viewport.height) * 100,
    width: (Math.abs(right - left) / viewport.width) * 100,
    height: (Math.abs(bottom - top) / viewport.height) * 100,
  };
}

/** Page number of a destination, which is a name, a reference or a number. Null if it does not exist. */
async function pageOf(document: PDFDocumentProxy, dest: string | readonly unknown[]): Promise<number | null> {
  try {
    const explicit = typeof dest === 'string' ? await document.getDestination(dest) : dest;
    const target: unknown = explicit?.[0];
    if (typeof target === 'number') return target < document.numPages ? target + 1 : null;
    if (typeof target !== 'object' || target === null) return null;
    return (await document.getPageIndex(target as Parameters<PDFDocumentProxy['getPageIndex']>[0])) + 1;
  } catch {
    return null;
  }
}
