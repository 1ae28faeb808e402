import type { Page } from 'playwright';
import { newRequest } from '../../tests/e2e/people.ts';
import { chooserOf } from '../../tests/support/chromium.ts';
import type { Subject } from './documents.ts';
import type { Measuring, Phase } from './phases.ts';
import { measure } from './phases.ts';

/** Detection and saving have ended when nothing of them is shown for this long. */
const QUIET = 1500;
const LONGEST = 600_000;

/** A person without an account chooses a document, waits, scrolls through it and goes on to filling it in. */
export async function visitorJourney(measuring: Measuring, url: string, subject: Subject): Promise<Phase[]> {
  const { page } = measuring;
  await page.goto(`${url}/file`);
  const open = await measure('open', measuring, async () => {
    await choose(page, subject.path);
    await settled(page);
  });
  const scroll = await measure('scroll', measuring, () => scrollThrough(page, subject.pages));
  const fill = await measure('fill', measuring, async () => {
    await page.getByRole('button', { name: 'Fill and sign' }).click();
    await page.getByRole('region', { name: 'Your fields' }).waitFor();
    await page.waitForTimeout(QUIET);
  });
  return [open, scroll, fill];
}

/** A visitor opens a long form and has its fields looked for while they scroll. */
export async function detectionJourney(measuring: Measuring, url: string, subject: Subject): Promise<Phase[]> {
  const { page } = measuring;
  await page.goto(`${url}/file`);
  const open = await measure('open', measuring, async () => {
    await choose(page, subject.path);
    await settled(page);
  });
  const detect = await measure('detect', measuring, async () => {
    await page.getByRole('button', { name: 'Look for fields' }).click();
    await page.getByRole('progressbar').waitFor();
    await scrollThrough(page, subject.pages);
    await page.getByRole('progressbar').waitFor({ state: 'detached', timeout: LONGEST });
  });
  return [open, detect];
}

/** Somebody who is signed in starts a request with a document and scrolls through it. */
export async function senderJourney(measuring: Measuring, subject: Subject): Promise<Phase[]> {
  const { page } = measuring;
  const open = await measure('open', measuring, async () => {
    await newRequest(page, subject.path);
    await settled(page);
  });
  const scroll = await measure('scroll', measuring, () => scrollThrough(page, subject.pages));
  return [open, scroll];
}

async function choose(page: Page, path: string): Promise<void> {
  const chooser = await chooserOf(page, () => page.getByRole('button', { name: 'Choose a file' }).first().click());
  // The clock starts when the file is chosen, not when the dialog opens.
  await page.evaluate(() => window.countersignBench.mark());
  await chooser.setFiles(path);
}

/** The first page is shown and no field is being looked for any more. */
async function settled(page: Page): Promise<void> {
  await page.locator('[data-page="1"] [data-shown]').waitFor({ timeout: LONGEST });
  await page.waitForTimeout(QUIET);
  await page.getByRole('progressbar').waitFor({ state: 'detached', timeout: LONGEST });
  await page.waitForTimeout(QUIET);
}

const STEP = 2000;

/** Wheels through the whole document, as fast as a hand does. */
async function scrollThrough(page: Page, pages: number): Promise<void> {
  const middle = await page.getByRole('region', { name: /^Page 1 of/ }).boundingBox();
  if (!middle) throw new Error('No page is shown');
  await page.mouse.move(middle.x + middle.width / 2, 500);
  const last = page.locator(`[data-page="${pages}"]`);
  const deadline = Date.now() + LONGEST;
  while ((await last.count()) === 0 && Date.now() < deadline) await page.mouse.wheel(0, STEP);
  await page.locator(`[data-page="${pages}"] [data-shown]`).waitFor();
  await page.waitForTimeout(QUIET);
}
