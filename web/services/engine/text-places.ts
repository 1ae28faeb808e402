import { Util } from 'pdfjs-dist';
import type { PDFPageProxy } from 'pdfjs-dist';
import type { TextPlace } from './pages.types.ts';

/** Where the words of a page stand: labels beside boxes help the detection, and people search for them. */
export async function textPlaces(page: PDFPageProxy): Promise<TextPlace[]> {
  return (await textRuns(page)).filter(({ text }) => text.trim() !== '');
}

/** Every run of text, the spaces between words too. */
export async function textRuns(page: PDFPageProxy): Promise<TextPlace[]> {
  const viewport = page.getViewport({ scale: 1 });
  const { items } = await page.getTextContent();
  const across = 100 / viewport.width;
  const down = 100 / viewport.height;
  return items.flatMap((item) => {
    if (!('str' in item) || item.str === '') return [];
    const matrix: number[] = Util.transform(viewport.transform, item.transform);
    const height = Math.hypot(matrix[2] ?? 0, matrix[3] ?? 0);
    const x = matrix[4] ?? 0;
    const y = (matrix[5] ?? 0) - height;
    return [
      { text: item.str, x: x * across, y: y * down, width: item.width * across, height: height * down },
    ];
  });
}
