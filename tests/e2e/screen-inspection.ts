/** Describes the product's screens and inspects them one by one. Controls are found by keys of the catalogue, because every language is inspected. */
import type { BrowserContextOptions, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { devices, keepPicturesOfFailure } from '../support/chromium.ts';
import { type Gallery, keepFresh, openGallery, type Paths, personAgain, type Who } from './gallery.ts';
import { PSEUDO, speak, usualLanguage } from './said.ts';
import { problemsOf } from './screen-problems.ts';

/** A screen: where it is, who sees it, and what tells that it is there. */
export interface Screen {
  name: string;
  who: Who;
  path: string;
  ready: (page: Page) => Promise<unknown>;
}

export const main = (page: Page) => page.getByRole('main');
export const heading = (page: Page) => page.getByRole('heading', { level: 1 }).first().waitFor();
export const first = (role: 'listitem' | 'textbox' | 'heading') => (page: Page) => main(page).getByRole(role).first().waitFor();
export const text = (words: string | RegExp) => (page: Page) => page.getByText(words).first().waitFor();
export const fields = (page: Page) => page.locator('[data-field]').nth(2).waitFor();
export const drawn = (page: Page) => page.locator('[data-page="1"] [data-shown]').first().waitFor();
export const foot = (page: Page) => page.getByRole('dialog').locator('footer').getByRole('button');
export const part = (path: string, name: string): string => `${path}/${name}`;

export interface Inspection {
  screens: readonly Screen[];
  options: BrowserContextOptions;
  /** One language at a time: the screens find their controls by its words. */
  language?: string;
  /** What is wrong with a screen. */
  check: (page: Page, screen: string) => Promise<string[]>;
  /** A page that is about to show screens. */
  begin?: (page: Page) => void | Promise<void>;
}

/** Opens each screen on one device; returns what is wrong with them. */
export async function inspectScreens(gallery: Gallery, { screens, options, language = usualLanguage, check, begin }: Inspection): Promise<string[]> {
  speak(language);
  await keepFresh(gallery);
  const found: string[] = [];
  for (const who of new Set(screens.map((screen) => screen.who))) {
    const page = await personAgain(gallery, who, options, language === PSEUDO ? 'en' : language);
    await begin?.(page);
    for (const screen of screens.filter((each) => each.who === who)) {
      await page.goto(gallery.world.product.url + screen.path);
      // One screen that does not come must not hide what is wrong with the others.
      const problems = screen.ready(page).then(() => check(page, screen.name));
      found.push(...(await problems.catch((error: unknown) => [`${screen.name} did not come: ${String(error)}`])));
    }
    await page.context().close();
  }
  return found;
}

/** A phone has the least room: every run looks at it. `npm run screenshots` looks at all devices, which takes three times as long. */
const everyDevice = process.env.SCREENSHOTS ? (['desk', 'phone', 'tablet'] as const) : (['phone'] as const);

/** Every screen in both themes, on the devices of this run if nothing else is said: for axe, and for words that do not fit. */
export function everyScreen(screensOf: (paths: Paths) => readonly Screen[], on: readonly (keyof typeof devices)[] = everyDevice): void {
  describe('every screen', () => {
    let gallery: Gallery;
    beforeAll(async () => {
      gallery = await openGallery();
    });
    beforeEach(() => keepPicturesOfFailure(gallery.world.browser));
    afterAll(() => gallery?.world.close());

    test.each(on)('has nothing for axe to find on a %s, in light and dark, and room for all its words', async (device) => {
      expect(await inspectScreens(gallery, { screens: screensOf(gallery.paths), options: devices[device], check: problemsOf })).toEqual([]);
    });
  });
}
