import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright';

const KILOBYTE = 1024;

/** What the tab's process holds for itself, in megabytes: what the task manager of the browser calls its memory. */
export async function tabMemory(browser: Browser, page: Page): Promise<number> {
  const own = await page.context().newCDPSession(page);
  await own.send('HeapProfiler.collectGarbage');
  await own.detach();
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  // Spare renderers hold next to nothing; the tab is the largest.
  return Math.max(...processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => privateMemory(id)));
}

function privateMemory(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const part = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0);
  return ((part('RssAnon') + part('RssShmem')) * KILOBYTE) / 1e6;
}
