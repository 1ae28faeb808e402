/** What the screens of the product are, one by one, and how one looks at all of them. No words: they are looked at in every language. */
import type { BrowserContextOptions, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { keepPicturesOfFailure, screens } from '../support/chromium.ts';
import { problemsOf } from './faces.ts';
import { type Gallery, keepFresh, openGallery, type Paths, personAgain, type Who } from './gallery.ts';
import { PSEUDO, speak, usualLanguage } from './said.ts';

/** A screen: where it is, who sees it, and what tells that it is there. */
export interface Face {
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

export interface Look {
  faces: readonly Face[];
  options: BrowserContextOptions;
  /** One language at a time: the screens find their controls by its words. */
  language?: string;
  /** What is wrong with a screen. */
  of: (page: Page, screen: string) => Promise<string[]>;
  /** A page that is about to show screens. */
  begin?: (page: Page) => void | Promise<void>;
}

/** Each screen on one device. */
export async function look(gallery: Gallery, { faces, options, language = usualLanguage, of, begin }: Look): Promise<string[]> {
  speak(language);
  await keepFresh(gallery);
  const found: string[] = [];
  for (const who of new Set(faces.map((face) => face.who))) {
    const page = await personAgain(gallery, who, options, language === PSEUDO ? 'en' : language);
    await begin?.(page);
    for (const face of faces.filter((each) => each.who === who)) {
      await page.goto(gallery.world.product.url + face.path);
      // One screen that does not come must not hide what is wrong with the others.
      const problems = face.ready(page).then(() => of(page, face.name));
      found.push(...(await problems.catch((error: unknown) => [`${face.name} did not come: ${String(error)}`])));
    }
    await page.context().close();
  }
  return found;
}

/** A phone has the least room: every run looks at it. `npm run screenshots` looks at all devices, which takes three times as long. */
const everyDevice = process.env.SCREENSHOTS ? (['desk', 'phone', 'tablet'] as const) : (['phone'] as const);

/** Every screen in both themes, on the devices of this run if nothing else is said: for axe, and for words that do not fit. */
export function everyScreen(facesOf: (paths: Paths) => readonly Face[], devices: readonly (keyof typeof screens)[] = everyDevice): void {
  describe('every screen', () => {
    let gallery: Gallery;
    beforeAll(async () => {
      gallery = await openGallery();
    });
    beforeEach(() => keepPicturesOfFailure(gallery.world.browser));
    afterAll(() => gallery?.world.close());

    test.each(devices)('has nothing for axe to find on a %s, in light and dark, and room for all its words', async (device) => {
      expect(await look(gallery, { faces: facesOf(gallery.paths), options: screens[device], of: problemsOf })).toEqual([]);
    });
  });
}
