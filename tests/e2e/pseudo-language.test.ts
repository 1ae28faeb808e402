/** Nothing on a screen is written in the code: with a build whose texts are in brackets, what has none was written by people or by the browser. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { languages } from '#contract/languages.ts';
import { devices, keepPicturesOfFailure } from '../support/chromium.ts';
import { type Gallery, openGallery } from './gallery.ts';
import { buildPages } from './other-build.ts';
import { PSEUDO } from './said.ts';
import { inspectScreens } from './screen-inspection.ts';
import { settled } from './screen-problems.ts';
import { screensInLanguages } from './screens/all.ts';
import { pagesFrom } from './serve-folder.ts';
import { textsOn } from './words-on-screen.ts';

let gallery: Gallery;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-pseudo-'));
  [gallery] = await Promise.all([openGallery(), buildPages({ outDir: folder, mode: PSEUDO })]);
});
beforeEach(() => keepPicturesOfFailure(gallery.world.browser));
afterAll(async () => {
  await gallery?.world.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Names, addresses and files of the people of the gallery, words of its documents, and the name of the product. */
const written = /Rental agreement|Between the owner|Ada|Byron|Grace|Hopper|Emmy|Noether|Alan|Turing|Mary|Somerville|Sofia|Kovalevskaya|Hypatia|Alexandria|(Analytical|Difference) Engines|Calculators|Ledger|Bookkeeping|Who check the tables|Contracts|Lease|The rent is wrong|Linux|Google Drive|Dropbox|OneDrive|Countersign|@|[.…]pdf|https?:/;
/** Dates, times and sizes are the browser's. */
const formatted = /\d|^(today|yesterday|now)$/i;
/** What stands for a person without a picture. */
const initials = /^\p{Lu}{1,2}$/u;
const isOfOthers = (text: string): boolean => !/\p{L}{2}/u.test(text) || initials.test(text) || written.test(text) || formatted.test(text) || Object.values<string>(languages).includes(text);

test('every text on a screen comes from the catalogue', async () => {
  const found = await inspectScreens(gallery, {
    screens: screensInLanguages(gallery.paths, true), options: devices.phone, language: PSEUDO,
    begin: async (page: Page) => {
      await page.route(`${gallery.world.product.url}/**`, pagesFrom(folder));
    },
    check: async (page, screen) => {
      await settled(page);
      return (await textsOn(page)).filter(({ text }) => !text.includes('⟦') && !isOfOthers(text)).map(({ text }) => `${screen}: “${text}”`);
    },
  });
  expect([...new Set(found)]).toEqual([]);
});
