import { textBox } from '@countersign/core/page';
import type { PageViewport, PDFPageProxy } from 'pdfjs-dist';
import type { TextItem } from './pages.types.ts';

type Content = Awaited<ReturnType<PDFPageProxy['getTextContent']>>;
type Run = Extract<Content['items'][number], { str: string }>;

/** A text item for search. */
export interface SearchedRun extends TextItem {
  /** Whether the text runs vertically. */
  readonly sideways: boolean;
}

/** Text items of a page, for field detection and labels. */
export async function readTextItems(page: PDFPageProxy): Promise<TextItem[]> {
  const { items, viewport } = await contentOf(page);
  return items.filter(({ str }) => str.trim() !== '').map((item) => ({ text: item.str, ...textBox(item, viewport) }));
}

/** All text items, including spaces. */
export async function textRuns(page: PDFPageProxy): Promise<SearchedRun[]> {
  const { items, viewport } = await contentOf(page);
  return items.map((item) => ({ text: item.str, ...textBox(item, viewport), sideways: isSideways(item, viewport) }));
}

async function contentOf(page: PDFPageProxy): Promise<{ items: Run[]; viewport: PageViewport }> {
  const { items } = await page.getTextContent();
  return { items: items.filter((item) => 'str' in item).filter(({ str }) => str !== ''), viewport: page.getViewport({ scale: 1 }) };
}

function isSideways({ transform }: Run, viewport: PageViewport): boolean {
  const [a = 0, b = 0]: number[] = transform;
  const [A = 0, B = 0, C = 0, D = 0]: number[] = viewport.transform;
  return Math.abs(B * a + D * b) > Math.abs(A * a + C * b);
}
