import type { Field } from '#contract/entities/field.ts';
import { rendering } from '#contract/limits.ts';
import type { Engine } from '@countersign/core';
import type { PageSet } from '../pages/pages.service.ts';
import { openPages } from '../pages/pages.service.ts';
import { PagesThread } from '../pages/pages-thread.ts';
import type { GreyRaster } from '../pages/pages.types.ts';

const MOST_LANES = 4;

export interface DetectionProgress {
  readonly done: number;
  readonly total: number;
}

export interface DetectionOptions {
  password?: string;
  signal?: AbortSignal;
  /** Pages that were looked through before. */
  done?: ReadonlySet<number>;
  onPage(page: number, fields: Field[], progress: DetectionProgress): void;
}

/** One worker that draws and one that detects. */
interface Lane {
  readonly pages: PageSet;
  readonly engine: Engine;
  close(): Promise<void>;
}

async function openLane(file: Blob, password?: string): Promise<Lane> {
  const thread = new PagesThread();
  // Drawing is what takes longest to load.
  void thread.running;
  try {
    const { createWorkerEngine } = await import('@countersign/core/worker');
    const engine = await createWorkerEngine();
    const pages = await openPages(file, password, thread);
    return {
      pages,
      engine,
      close: async () => {
        thread.end();
        await engine.close();
      },
    };
  } catch (error) {
    thread.end();
    throw error;
  }
}

/** One core stays for what people look at. */
export function laneCount(pages: number, cores: number): number {
  return Math.max(1, Math.min(pages, cores - 1, MOST_LANES));
}

/** Hands the pages out to the lanes, the first ones first. */
export function pageQueue(total: number, done: ReadonlySet<number>): () => number | null {
  let last = 0;
  return () => {
    do last += 1;
    while (done.has(last));
    return last <= total ? last : null;
  };
}

/** The page as detection sees it; null when it can't be drawn: the others are looked through all the same. */
async function drawn({ pages }: Lane, page: number): Promise<GreyRaster | null> {
  try {
    return await pages.raster(page, rendering.detectionWidth);
  } catch (error) {
    console.warn('A page could not be looked through', page, error);
    return null;
  }
}

/** Looks through pages in one lane: while the fields of one are found, the next is drawn already. */
async function runLane(lane: Lane, next: () => number | null, found: (page: number, fields: Field[]) => void): Promise<void> {
  let page = next();
  let raster = page === null ? null : drawn(lane, page);
  while (page !== null) {
    const current = { page, seen: await raster };
    page = next();
    raster = page === null ? null : drawn(lane, page);
    found(current.page, current.seen ? await fieldsOn(lane, current.page, current.seen) : []);
  }
}

async function fieldsOn({ engine }: Lane, page: number, { textItems, paths, ...raster }: GreyRaster): Promise<Field[]> {
  return (await engine.detect(raster, { page, textItems, paths })) as Field[];
}

/**
 * Finds fields page by page, the first pages first, in workers that end with the detection. Pages that were looked
 * through before are left out.
 */
export async function detectFields(file: Blob, options: DetectionOptions): Promise<void> {
  const { signal, done = new Set(), onPage } = options;
  const first = await openLane(file, options.password);
  const total = first.pages.pages.length;
  const queue = pageQueue(total, done);
  const next = (): number | null => (signal?.aborted ? null : queue());
  let count = done.size;
  const found = (page: number, fields: Field[]): void => {
    if (signal?.aborted) return;
    count += 1;
    onPage(page, fields, { done: count, total });
  };
  const run = (lane: Lane): Promise<void> => runLane(lane, next, found).finally(() => lane.close());
  const extra = laneCount(total - done.size, navigator.hardwareConcurrency || 1) - 1;
  const others = Array.from({ length: extra }, () => openLane(file, options.password).then(run));
  await Promise.all([run(first), ...others]);
}
