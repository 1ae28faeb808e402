/** Describes the product's screens and inspects them one by one. Controls are found by keys of the catalogue, because every language is inspected. */
import type { BrowserContextOptions, Page } from 'playwright';
import { type SeededWorld, keepFresh, personAgain, type Who } from './seeded-world.ts';
import { PSEUDO, setLanguage, usualLanguage } from './catalogue-text.ts';

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
export async function inspectScreens(seeded: SeededWorld, { screens, options, language = usualLanguage, check, begin }: Inspection): Promise<string[]> {
  setLanguage(language);
  await keepFresh(seeded);
  const found: string[] = [];
  for (const who of new Set(screens.map((screen) => screen.who))) {
    const page = await personAgain(seeded, who, options, language === PSEUDO ? 'en' : language);
    await begin?.(page);
    for (const screen of screens.filter((each) => each.who === who)) {
      await page.goto(seeded.world.product.url + screen.path);
      // One screen that does not come must not hide what is wrong with the others.
      const problems = screen.ready(page).then(() => check(page, screen.name));
      found.push(...(await problems.catch((error: unknown) => [`${screen.name} did not come: ${String(error)}`])));
    }
    await page.context().close();
  }
  return found;
}
