import type { Page } from 'playwright';
import type { Field } from '#contract/entities/field.ts';

/** How many dark pixels the viewer shows in the place of each field of the first page. */
export async function inksShown(page: Page, fields: readonly Pick<Field, 'rect'>[]): Promise<number[]> {
  await page.locator('[data-page="1"] [data-shown] canvas').first().waitFor();
  return page.evaluate((rects) => {
    const shown = document.querySelector<HTMLCanvasElement>('[data-page="1"] [data-shown] canvas');
    if (!shown) throw new Error('The page is not drawn');
    const { width, height } = shown;
    const context = new OffscreenCanvas(width, height).getContext('2d');
    if (!context) throw new Error('No drawing context');
    context.drawImage(shown, 0, 0);
    return rects.map((rect) => {
      const { data } = context.getImageData((width * rect.x) / 100, (height * rect.y) / 100, (width * rect.width) / 100, (height * rect.height) / 100);
      return data.filter((level, index) => index % 4 === 0 && level < 128).length;
    });
  }, fields.map(({ rect }) => rect));
}
