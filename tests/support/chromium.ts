import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright';
import { onTestFailed } from 'vitest';
import { root } from './shared.ts';

const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
const pictures = join(root, '.setup', 'results', 'pictures');

/** Screen sizes that every journey must serve. */
export const screens = {
  desk: { viewport: { width: 1440, height: 900 } },
  tablet: { viewport: { width: 834, height: 1112 } },
  phone: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
} as const satisfies Record<string, BrowserContextOptions>;

/** The system's Chromium. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: flags });
}

/** A person with a browser of their own: no cookies and no storage shared with anybody. */
export async function newPerson(browser: Browser, options: BrowserContextOptions = screens.desk): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-US', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(45_000);
  return page;
}

/** When the test that runs now fails, keeps a picture of every page of the browser: what was seen says most. */
export function keepPicturesOfFailure(browser: Browser): void {
  onTestFailed(async ({ task }) => {
    mkdirSync(pictures, { recursive: true });
    const pages = browser.contexts().flatMap((context) => context.pages());
    const name = task.name.replaceAll(/\W+/g, '-');
    for (const [index, page] of pages.entries()) await page.screenshot({ path: join(pictures, `${name}-${index}.png`) });
  });
}
