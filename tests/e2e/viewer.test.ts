/** Looking at a document: zoom, search, links, keys, print. */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { makeLongContract } from '../fixtures/long-contract.ts';
import { chooserOf, newPerson } from '../support/chromium.ts';
import { seeing } from './people.ts';
import { inWorld, type World } from './world.ts';

const pages = 120;

let world: World;
let page: Page;

inWorld(async (opened) => {
  world = opened;
  const file = world.file('Agreement.pdf', await makeLongContract(pages));
  page = await newPerson(world.browser);
  await page.addInitScript(() => {
    Object.assign(window, { printed: [] });
    window.print = () => {
      const pictures = [...document.querySelectorAll<HTMLImageElement>('[data-print] img')].map(({ naturalWidth, naturalHeight }) => naturalWidth / naturalHeight);
      (window as unknown as { printed: number[][] }).printed.push(pictures);
      window.dispatchEvent(new Event('afterprint'));
    };
  });
  await page.goto(`${world.product.url}/file`);
  const chooser = await chooserOf(page, () => page.getByRole('button', { name: 'Choose a file' }).first().click());
  await chooser.setFiles(file);
  await page.locator('[data-page="1"] [data-shown]').waitFor();
  // Filling in shows the document as recipients see it, with its links.
  await page.getByRole('button', { name: 'Fill and sign' }).click();
  await page.getByRole('region', { name: 'Your fields' }).waitFor();
  await page.locator('[data-page="1"] [data-shown]').waitFor();
});

const inView = (number: number) => page.locator(`[data-page-now="${number}"]`);
const pageRegion = (number: number) => page.getByRole('region', { name: `Page ${number} of ${pages}` });

async function focusPages(): Promise<void> {
  await page.getByRole('region', { name: 'Agreement' }).focus();
}

describe('the viewer', () => {
  test('goes from page to page and to the ends by keyboard', async () => {
    await focusPages();
    await page.keyboard.press('PageDown');
    await inView(2).waitFor();
    await page.keyboard.press('End');
    await inView(pages).waitFor();
    await page.keyboard.press('Home');
    await inView(1).waitFor();
    await expect.poll(() => pageRegion(pages).count()).toBe(0);
  });

  test('goes to the page of a pressed thumbnail', async () => {
    await page.getByRole('button', { name: 'Go to page 4', exact: true }).click();
    await inView(4).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Go to page 4', exact: true }).getAttribute('aria-current')).toBe('page');
    await focusPages();
    await page.keyboard.press('Home');
  });

  test('zooms in to 800 % and stays sharp', async () => {
    await focusPages();
    for (let step = 0; step < 14; step += 1) await page.keyboard.press('Control+=');
    await page.getByText('800%', { exact: true }).waitFor();
    await expect.poll(async () => (await pageRegion(1).boundingBox())?.width).toBeCloseTo((612 * 96 * 8) / 72, -1);
    // Over the picture of the whole page lies a sharp one of what is in sight: a pixel for every pixel.
    const detail = pageRegion(1).locator('canvas').nth(1);
    await detail.waitFor();
    const sharpness = () => detail.evaluate((canvas: HTMLCanvasElement) => canvas.width / canvas.getBoundingClientRect().width / devicePixelRatio);
    await expect.poll(sharpness).toBeCloseTo(1, 1);
    await page.keyboard.press('Control+0');
    await expect.poll(() => pageRegion(1).locator('canvas').count()).toBe(1);
  });

  test('finds text on pages that are not rendered, ignoring case and accents', async () => {
    await page.keyboard.press('Control+f');
    const search = page.getByRole('search');
    await search.getByRole('searchbox').fill('MULLER exception');
    await search.getByText('1 of 1', { exact: true }).waitFor();
    await inView(100).waitFor();
    const mark = pageRegion(100).locator('mark');
    await mark.waitFor();
    // The words stand 112 points below the top.
    const share = () =>
      mark.evaluate((element) => {
        const paper = element.closest('[data-page]')?.getBoundingClientRect();
        return paper && (element.getBoundingClientRect().bottom - paper.top) / paper.height;
      });
    await expect.poll(share).toBeCloseTo((792 - 680) / 792, 1);
    await search.getByRole('searchbox').fill('clause 11');
    await search.getByText(/^\d+ of 11$/).waitFor();
    await page.keyboard.press('Enter');
    await search.getByRole('searchbox').fill('nowhere in it');
    await search.getByText('No matches').waitFor();
    await page.keyboard.press('Escape');
    await search.waitFor({ state: 'detached' });
    await expect.poll(() => page.locator('mark').count()).toBe(0);
  });

  test('follows only safe links of the document', async () => {
    await focusPages();
    await page.keyboard.press('Home');
    const outside = pageRegion(1).getByRole('link');
    await outside.waitFor();
    expect([await outside.count(), await outside.getAttribute('href'), await outside.getAttribute('rel')]).toEqual([1, 'https://example.com/terms', 'noopener noreferrer']);
    await pageRegion(1).getByRole('button', { name: `Go to page ${pages}` }).click();
    await inView(pages).waitFor();
  });

  test('prints every page and cleans up', async () => {
    await seeing(page.getByRole('button', { name: /^Stop printing/ }), () => page.getByRole('toolbar', { name: 'View' }).getByRole('button', { name: 'Print' }).click());
    await expect.poll(() => page.evaluate(() => (window as unknown as { printed: number[][] }).printed.length), { timeout: 120_000 }).toBe(1);
    const [pictures] = await page.evaluate(() => (window as unknown as { printed: number[][] }).printed);
    expect(pictures?.length).toBe(pages);
    for (const shape of pictures ?? []) expect(shape).toBeCloseTo(612 / 792, 2);
    await page.getByRole('button', { name: 'Print', exact: true }).waitFor();
    await expect.poll(() => page.locator('[data-print]').count()).toBe(0);
  });

  test('stops printing when asked', async () => {
    await page.getByRole('button', { name: 'Print', exact: true }).click();
    await page.getByRole('button', { name: /^Stop printing/ }).click();
    await page.getByRole('button', { name: 'Print', exact: true }).waitFor();
    expect(await page.evaluate(() => (window as unknown as { printed: number[][] }).printed.length)).toBe(1);
  });
});
