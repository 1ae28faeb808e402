import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, type BrowserContextOptions, type CDPSession, chromium, type FileChooser, type Page } from 'playwright';
import { onTestFailed } from 'vitest';
import { timeoutMs } from './timeout.ts';
import { root } from './shared.ts';

const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
const pictures = join(root, '.setup', 'results', 'pictures');

/** Screen sizes that every journey must serve. */
export const devices = {
  desk: { viewport: { width: 1440, height: 900 } },
  tablet: { viewport: { width: 834, height: 1112 } },
  phone: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
} as const satisfies Record<string, BrowserContextOptions>;

/** The shell has no windows of its own to draw, which takes a seventh of all processor time. */
const installed = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/google-chrome'];

/** Where the system's Chromium is. */
export function chromiumPath(): string {
  const found = process.env.CHROMIUM_PATH ?? installed.find((path) => existsSync(path));
  if (!found) throw new Error(`Chromium is missing: ${installed.join(', ')}`);
  return found;
}

/** The system's Chromium, as a person has it: for what is measured. */
export function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath(), args: [...flags, ...more] });
}

/** A page of a test ends before what is compiled for speed runs: compiling it took a sixth of Chromium's processor time. WebAssembly is compiled as ever. */
const withoutOptimizing = ['--js-flags=--no-turbofan --no-maglev'];

/** Contexts of a browser; `close` closes those that were opened here. */
export type Contexts = Pick<Browser, 'newContext' | 'contexts' | 'close'>;

let running: Promise<Browser> | undefined;

/** One Chromium for all test files of a worker: it ends with the worker. */
async function runningBrowser(): Promise<Browser> {
  if (running === undefined || !(await running).isConnected()) running = launchBrowser(withoutOptimizing);
  return running;
}

/**
 * Contexts of a test file in the worker's Chromium, which goes on when they are closed. Without a service worker, unless the test asks
 * for it: each context would install its own, and requests that it answers are not seen by the test.
 */
export async function openContexts(): Promise<Contexts> {
  const browser = await runningBrowser();
  const own = new Set<BrowserContext>();
  return {
    newContext: async (options) => {
      const context = await browser.newContext({ serviceWorkers: 'block', ...options });
      own.add(context);
      context.once('close', () => own.delete(context));
      return context;
    },
    contexts: () => [...own],
    close: async () => void (await Promise.all([...own].map((context) => context.close()))),
  };
}

/** A person with a browser of their own: no cookies and no storage shared with anybody. Nothing glides there: what is pressed stands still. */
export async function newPerson(browser: Pick<Contexts, 'newContext'>, options: BrowserContextOptions = devices.desk): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(timeoutMs);
  retryAbortedNavigation(page);
  if (process.env.SLOWER) await slowDown(page, Number(process.env.SLOWER));
  return page;
}

/** Chromium sometimes aborts a navigation itself, for example while the page before it still asks whether to leave. Such a navigation is tried once more. */
function retryAbortedNavigation(page: Page): void {
  const goto = page.goto.bind(page);
  const wasAborted = (error: unknown): boolean => String(error).includes('net::ERR_ABORTED');
  page.goto = (url, options) => goto(url, options).catch((error: unknown) => (wasAborted(error) ? goto(url, options) : Promise.reject(error)));
}

const sessions = new WeakMap<Page, Promise<CDPSession>>();

async function openCdpSession(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  return session;
}

/** What sets how fast a page's network is. One for each page: of two, who says which counts? */
export function cdpSessionOf(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? openCdpSession(page);
  sessions.set(page, session);
  return session;
}

/** As on an old telephone: the page's processor so many times slower, and a way to the server and back that takes its time. */
async function slowDown(page: Page, times: number): Promise<void> {
  const session = await cdpSessionOf(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: times });
  await session.send('Network.emulateNetworkConditions', { offline: false, latency: 40 * times, downloadThroughput: -1, uploadThroughput: -1 });
}

/** The device's chooser of files that `act` opens. */
export async function chooserOf(page: Page, act: () => Promise<unknown>): Promise<FileChooser> {
  const chooser = page.waitForEvent('filechooser');
  // Keys and clicks overtake the order to hold the chooser back where the page is busy; this comes after that order.
  await page.evaluate(() => undefined);
  const [opened] = await Promise.all([chooser, act()]);
  return opened;
}

/** What a page wrote to its console last, and what it asked for in vain. Tokens are left out. */
async function troublesOf(page: Page): Promise<string[]> {
  const shown = (url: string): string => url.split(/[?#]/, 1)[0] ?? '';
  const messages = (await page.consoleMessages()).slice(-10).map((message) => `${message.type()}: ${message.text().slice(0, 200)}`);
  const requests = (await page.requests()).flatMap((request) => {
    const answer = request.existingResponse()?.status() ?? request.failure()?.errorText ?? 'no answer';
    return typeof answer === 'number' && answer < 400 ? [] : [`${request.method()} ${shown(request.url())}: ${answer}`];
  });
  return [shown(page.url()), ...messages, ...requests.slice(-10)];
}

/** When the test that runs now fails, keeps a picture of every page of the browser, and tells what each page complained of. */
export function keepPicturesOfFailure(browser: Pick<Contexts, 'contexts'>): void {
  onTestFailed(async ({ task }) => {
    mkdirSync(pictures, { recursive: true });
    const pages = browser.contexts().flatMap((context) => context.pages());
    const name = task.name.replaceAll(/\W+/g, '-');
    for (const [index, page] of pages.entries()) {
      console.log([`Page ${index} of "${task.name}"`, ...(await troublesOf(page))].join('\n  '));
      await page.screenshot({ path: join(pictures, `${name}-${index}.png`) });
    }
  });
}
