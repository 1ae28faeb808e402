/**
 * Screens in every language and in the pseudo-language, of one seeded world: making it takes as long as a language.
 * The product as it is built, in every language on a phone and in two at a desk: nothing complains, every word is of the language
 * and has the room it needs. `npm run check:languages` looks at all screens and dialogs, on both.
 */
import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Locale, locales } from '#contract/languages.ts';
import { devices, keepPicturesOfFailure } from '../support/chromium.ts';
import { pageErrorsOf } from './page-errors.ts';
import { buildPseudoLanguage, textsOutsideCatalogue } from './pseudo-language.ts';
import { type SeededWorld, openSeededWorld } from './seeded-world.ts';
import { strangersIn, wordsOf } from './language-of-text.ts';
import { languagesWanted } from './catalogue-text.ts';
import { inspectScreens } from './screen-inspection.ts';
import { overflowOf, settled } from './screen-problems.ts';
import { screensInLanguages } from './screens/all.ts';
import { overlapsOn, textsOn } from './words-on-screen.ts';

const desk = { ...devices.desk, viewport: { width: 1280, height: 800 } };
/** A phone has the least room for words. At a desk every run looks at the longest words and at those without spaces. */
const atDesk: readonly Locale[] = ['de', 'ja'];
const viewportsFor = (language: Locale) => (process.env.EVERY_SCREEN || atDesk.includes(language) ? [desk, devices.phone] : [devices.phone]);

/** What is refused to this person answers with a failure: that is no fault. */
const isRefusal = (complaint: string): boolean => /status of 4\d\d/.test(complaint);

let seeded: SeededWorld;
let pseudoLanguage: Awaited<ReturnType<typeof buildPseudoLanguage>>;
beforeAll(async () => {
  [seeded, pseudoLanguage] = await Promise.all([openSeededWorld(), buildPseudoLanguage()]);
});
beforeEach(() => keepPicturesOfFailure(seeded.world.browser));
afterAll(async () => {
  await seeded?.world.close();
  pseudoLanguage?.remove();
});

test.each(languagesWanted(locales))('%s', async (language) => {
  const stranger = strangersIn(language);
  const { fixed } = wordsOf(language);
  const complaints = new WeakMap<Page, string[]>();
  const check = async (page: Page, screen: string): Promise<string[]> => {
    await settled(page);
    const texts = await textsOn(page);
    const strange = texts.flatMap(({ text }) => {
      const other = stranger(text);
      return other ? [`“${text}” is ${other}`] : [];
    });
    const cut = texts.filter(({ text, isCut }) => isCut && fixed.has(text)).map(({ text }) => `“${text}” is shortened`);
    const lang = await page.locator('html').getAttribute('lang');
    const said = complaints.get(page)?.splice(0).filter((each) => !isRefusal(each)) ?? [];
    return [...said, ...(lang === language ? [] : [`lang is ${lang}`]), ...strange, ...cut, ...(await overlapsOn(page))].map((each) => `${screen}: ${each}`).concat(await overflowOf(page, screen));
  };
  const begin = (page: Page): void => void complaints.set(page, pageErrorsOf(page));
  const found = await Promise.all(viewportsFor(language).map(async (options) => (await inspectScreens(seeded, { screens: screensInLanguages(seeded.paths, options === devices.phone), options, language, check, begin })).map((each) => `${options.viewport.width} px, ${each}`)));
  expect([...new Set(found.flat())]).toEqual([]);
});

test('every text on a screen comes from the catalogue', async () => {
  expect(await textsOutsideCatalogue(seeded, pseudoLanguage.folder)).toEqual([]);
});
