import type { PageSet } from '../engine/pages/pages.service.ts';

interface PrintOptions {
  signal: AbortSignal;
  /** 0 to 1. */
  onProgress(share: number): void;
}

/** Pixels per point: 150 dpi. */
const SHARPNESS = 150 / 72;
const PRINTING = 'printing';

/** Resolves when the browser has decoded the picture. */
async function pictureOf(blob: Blob): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = URL.createObjectURL(blob);
  await image.decode();
  return image;
}

/** The paper has the size of the first page; other pages are fitted. */
function paperOf({ pages }: PageSet): HTMLStyleElement {
  const { width = 612, height = 792 } = pages[0] ?? {};
  const style = document.createElement('style');
  style.textContent = `@page { size: ${width}pt ${height}pt; margin: 0 }`;
  return style;
}

function removeSheets(sheets: HTMLElement, paper: HTMLElement): void {
  document.body.removeAttribute(`data-${PRINTING}`);
  for (const image of sheets.querySelectorAll('img')) URL.revokeObjectURL(image.src);
  sheets.remove();
  paper.remove();
}

/** Opens the print dialog and waits until it is closed. */
function askPrinter(): Promise<void> {
  return new Promise((resolve) => {
    window.addEventListener('afterprint', () => resolve(), { once: true });
    window.print();
  });
}

/**
 * Prints a document: its pages are drawn one after the other beside the main thread and put on paper as pictures, so
 * that every browser prints what is shown. Gives false when it was stopped before.
 */
export async function printPages(set: PageSet, { signal, onProgress }: PrintOptions): Promise<boolean> {
  await set.measured;
  const sheets = document.createElement('div');
  sheets.dataset['print'] = 'sheets';
  const paper = paperOf(set);
  try {
    for (const [index, { width }] of set.pages.entries()) {
      const picture = await set.picture(index + 1, Math.round(width * SHARPNESS));
      if (signal.aborted) return false;
      sheets.append(await pictureOf(picture));
      onProgress((index + 1) / set.pages.length);
    }
    document.body.append(sheets);
    document.head.append(paper);
    document.body.setAttribute(`data-${PRINTING}`, '');
    await askPrinter();
    return true;
  } finally {
    removeSheets(sheets, paper);
  }
}
