/** Nothing on a screen is written in the code: with a build whose texts are in brackets, what has none was written by people or by the browser. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { languages } from '#contract/languages.ts';
import { devices } from '../support/chromium.ts';
import { PSEUDO } from './catalogue-text.ts';
import { buildPages } from './other-build.ts';
import { inspectScreens } from './screen-inspection.ts';
import { settled } from './screen-problems.ts';
import { screensInLanguages } from './screens/all.ts';
import type { SeededWorld } from './seeded-world.ts';
import { pagesFrom } from './serve-folder.ts';
import { textsOn } from './words-on-screen.ts';

/** Names, addresses and files of the people of the seeded world, words of its documents, and the name of the product. */
const written = /Rental agreement|Between the owner|Ada|Byron|Grace|Hopper|Emmy|Noether|Alan|Turing|Mary|Somerville|Sofia|Kovalevskaya|Hypatia|Alexandria|(Analytical|Difference) Engines|Calculators|Ledger|Bookkeeping|Who check the tables|Contracts|Lease|Riverside|The rent is wrong|Linux|Google Drive|Dropbox|OneDrive|Countersign|@|[.…]pdf|https?:/;
/** Dates, times and sizes are the browser's. */
const formatted = /\d|^(today|yesterday|now)$/i;
/** What stands for a person without a picture. */
const initials = /^\p{Lu}{1,2}$/u;
const isOfOthers = (text: string): boolean => !/\p{L}{2}/u.test(text) || initials.test(text) || written.test(text) || formatted.test(text) || Object.values<string>(languages).includes(text);

/** The product built with the pseudo-language; `remove` deletes it. */
export async function buildPseudoLanguage(): Promise<{ folder: string; remove: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-pseudo-'));
  await buildPages({ outDir: folder, mode: PSEUDO });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The texts on screens that come from neither the catalogue, nor people, nor the browser. */
export async function textsOutsideCatalogue(seeded: SeededWorld, folder: string): Promise<string[]> {
  const found = await inspectScreens(seeded, {
    screens: screensInLanguages(seeded.paths, true), options: devices.phone, language: PSEUDO,
    begin: async (page) => {
      await page.route(`${seeded.world.product.url}/**`, pagesFrom(folder));
    },
    check: async (page, screen) => {
      await settled(page);
      return (await textsOn(page)).filter(({ text }) => !text.includes('⟦') && !isOfOthers(text)).map(({ text }) => `${screen}: “${text}”`);
    },
  });
  return [...new Set(found)];
}
