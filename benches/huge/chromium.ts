import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright';
import { build, preview } from 'vite';
import { chromiumPath } from '../../tests/support/chromium.ts';
import { hugeValues } from './huge-file.ts';

/** What the page offers; it runs there. */
interface Page {
  ready(): Promise<unknown>;
  fillChosen(values: Record<string, string>): Promise<{ milliseconds: number; newBytes: number }>;
}

export interface InChromium {
  milliseconds: number;
  /** Above what the tab took with the core loaded. */
  megabytes: number;
}

const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** Opens a file in a browser's worker and fills it, each time in a new tab. */
export async function inChromium(path: string, outDir: string, runs: number): Promise<InChromium[]> {
  const root = new URL('page', import.meta.url).pathname;
  const options = { root, configFile: false, logLevel: 'warn', build: { outDir: join(outDir, 'huge-page'), emptyOutDir: true, target: 'es2023' }, worker: { format: 'es' } } as const;
  await build(options);
  const server = await preview({ ...options, preview: { port: 0, host: '127.0.0.1' } });
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: flags });
  try {
    const results: InChromium[] = [];
    for (let run = 0; run < runs; run++) results.push(await oneTab(browser, server.resolvedUrls?.local[0] ?? '', path));
    return results;
  } finally {
    await browser.close();
    await server.close();
  }
}

async function oneTab(browser: Browser, url: string, path: string): Promise<InChromium> {
  const page = await browser.newPage();
  try {
    await page.goto(url);
    await page.waitForFunction(() => 'ready' in globalThis);
    await page.evaluate(() => (globalThis as unknown as Page).ready());
    await page.setInputFiles('input', path);
    const before = await renderersMemory(browser);
    const { milliseconds } = await page.evaluate((values) => (globalThis as unknown as Page).fillChosen(values), hugeValues());
    return { milliseconds, megabytes: (await renderersMemory(browser)) - before };
  } finally {
    await page.close();
  }
}

/** What the processes that draw pages hold for themselves, in megabytes: the tab's is not always the largest. */
async function renderersMemory(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  return renderers.reduce((sum, { id }) => sum + anonymousMemory(id), 0);
}

function anonymousMemory(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return (Number(/^RssAnon:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024) / 1e6;
}
