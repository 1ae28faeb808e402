import { wrap } from 'comlink';
import type { Field } from '#contract/entities/field.ts';
import { rendering } from '#contract/limits.ts';
import type { Engine } from '@countersign/core';
import type { PageSet } from './pages.service.ts';
import { pagesOf, pagesWorker } from './pages.service.ts';
import type { PagesApi } from './pages.types.ts';

const MOST_LANES = 4;

export interface DetectionProgress {
  readonly done: number;
  readonly total: number;
}

export interface DetectionOptions {
  password?: string;
  signal?: AbortSignal;
  onPage(page: number, fields: Field[]): void;
  onProgress?(progress: DetectionProgress): void;
}

/** One worker that draws and one that detects. */
interface Lane {
  readonly pages: PageSet;
  readonly engine: Engine;
  close(): Promise<void>;
}

async function openLane(file: Blob, password?: string): Promise<Lane> {
  const worker = pagesWorker();
  try {
    const { createWorkerEngine } = await import('@countersign/core/worker');
    const engine = await createWorkerEngine();
    const pages = await pagesOf(wrap<PagesApi>(worker), file, password);
    return {
      pages,
      engine,
      close: async () => {
        worker.terminate();
        await engine.close();
      },
    };
  } catch (error) {
    worker.terminate();
    throw error;
  }
}

export function laneCount(pages: number, cores: number): number {
  return Math.max(1, Math.min(pages, cores, MOST_LANES));
}

/**
 * Finds fields page by page, the first pages first, in as many workers as the
 * machine has cores. The workers end with the detection.
 */
export async function detectFields(file: Blob, options: DetectionOptions): Promise<void> {
  const { signal, onPage, onProgress } = options;
  const first = await openLane(file, options.password);
  const total = first.pages.pages.length;
  const extra = laneCount(total, navigator.hardwareConcurrency || 1) - 1;
  let next = 1;
  let done = 0;

  const run = async (lane: Lane): Promise<void> => {
    try {
      while (next <= total && !signal?.aborted) {
        const page = next;
        next += 1;
        const { textItems, ...raster } = await lane.pages.raster(page, rendering.detectionWidth);
        const fields = await lane.engine.detect(raster, { page, textItems });
        if (signal?.aborted) return;
        done += 1;
        onPage(page, fields as Field[]);
        onProgress?.({ done, total });
      }
    } finally {
      await lane.close();
    }
  };
  const others = Array.from({ length: extra }, () => openLane(file, options.password).then(run));
  await Promise.all([run(first), ...others]);
}
