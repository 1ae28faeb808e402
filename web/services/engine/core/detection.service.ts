import type { Field } from '#contract/entities/field.ts';
import { rendering } from '#contract/limits/screens.ts';
import type { PageSet } from '../pages/pages.service.ts';
import { isWorkerFailure, lanesAllowed, noteWorkerFailure, startEngine } from './engine.service.ts';
import { openPages } from '../pages/pages.service.ts';
import { PagesThread } from '../pages/pages-thread.ts';
import type { GreyRaster } from '../pages/pages.types.ts';

export interface DetectionProgress {
  readonly done: number;
  readonly total: number;
}

interface DetectionOptions {
  password?: string;
  signal?: AbortSignal;
  /** Pages to skip, because their results are cached. */
  done?: ReadonlySet<number>;
  /** Documents with more pages are not looked through. */
  longest?: number;
  onPage(page: number, fields: Field[], progress: DetectionProgress): void;
}

/** A pair of workers: one renders pages, one detects fields. */
interface Lane {
  readonly pages: PageSet;
  /** Looks for fields on a page. */
  detect(page: number, raster: GreyRaster): Promise<Field[]>;
  close(): Promise<void>;
}

async function openLane(file: Blob, password?: string): Promise<Lane> {
  const thread = new PagesThread();
  // The rendering worker takes longest to load, so it starts first.
  void thread.running;
  try {
    let current = await startEngine();
    const pages = await openPages(file, password, thread);
    const look = (page: number, { textItems, paths, ...raster }: GreyRaster): Promise<Field[]> =>
      current.run('detection', async (engine) => (await engine.detect(raster, { page, textItems, paths })) as Field[]);
    return {
      pages,
      detect: (page, raster) => look(page, raster).catch(async (error: unknown) => {
        if (!isWorkerFailure(error)) throw error;
        noteWorkerFailure();
        await current.engine.close();
        current = await startEngine();
        return look(page, raster);
      }),
      close: async () => {
        thread.end();
        await current.engine.close();
      },
    };
  } catch (error) {
    thread.end();
    throw error;
  }
}

/** Leaves one processor core to the user interface. */
export function laneCount(pages: number, cores: number): number {
  return Math.max(1, Math.min(pages, cores - 1, lanesAllowed()));
}

/** Page numbers in order, without those that are done. Null at the end. */
export function pageQueue(total: number, done: ReadonlySet<number>): () => number | null {
  let last = 0;
  return () => {
    do last += 1;
    while (done.has(last));
    return last <= total ? last : null;
  };
}

/** Raster of a page; null if rendering fails, so that detection continues with the other pages. */
async function drawn({ pages }: Lane, page: number): Promise<GreyRaster | null> {
  try {
    return await pages.raster(page, rendering.detectionWidth);
  } catch (error) {
    console.warn('A page could not be looked through', page, error);
    return null;
  }
}

/** Processes pages in one lane. The next page is rendered while the current one is analysed. */
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

/** A page on which a second worker fails as well is passed over. */
async function fieldsOn(lane: Lane, page: number, raster: GreyRaster): Promise<Field[]> {
  try {
    return await lane.detect(page, raster);
  } catch (error) {
    if (!isWorkerFailure(error)) throw error;
    console.warn('A page could not be looked through', page, error);
    return [];
  }
}

/** Detects fields page by page, in workers that end with the detection. Pages in `done` are skipped. */
export async function detectFields(file: Blob, options: DetectionOptions): Promise<void> {
  const { signal, done = new Set(), onPage } = options;
  const first = await openLane(file, options.password);
  const total = first.pages.pages.length;
  if (total > (options.longest ?? total)) return first.close();
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
