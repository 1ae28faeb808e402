import type { Browser, Page } from 'playwright';
import type { Observed } from './observer.ts';
import { tabMemory } from './memory.ts';
import type { Task, WorkUntil } from './trace.ts';
import { categories, mainThreadTasks, readTrace, workUntil } from './trace.ts';

/** What one phase of a journey cost. */
export interface Phase {
  readonly name: string;
  /** Longest tasks by the processor time of the main thread, largest first. */
  readonly tasks: readonly Task[];
  readonly observed: Observed;
  /** What the threads had to work until the first page was seen. */
  readonly work: WorkUntil;
  readonly megabytes: number;
  /** How long it took by the clock. */
  readonly seconds: number;
}

export interface Measuring {
  readonly browser: Browser;
  readonly page: Page;
  readonly profile: boolean;
}

const MAX_RECORDED = 8;

/** Does the work while the main thread is watched. */
export async function measure(name: string, { browser, page, profile }: Measuring, work: () => Promise<void>): Promise<Phase> {
  await browser.startTracing(page, { categories: categories(profile) });
  await page.evaluate(() => window.countersignBench.mark());
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1000;
  const observed = await page.evaluate(() => window.countersignBench.take());
  const trace = readTrace(await browser.stopTracing());
  return {
    name,
    tasks: mainThreadTasks(trace).toSorted((a, b) => b.cpu - a.cpu).slice(0, MAX_RECORDED),
    observed,
    work: workUntil(trace, observed.firstPage ?? 0),
    seconds,
    megabytes: await tabMemory(browser, page),
  };
}
