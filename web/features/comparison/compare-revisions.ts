import type { PageSet } from '#web/services/engine/pages/pages.service.ts';
import type { DifferentArea, Pixels } from './pixel-differences.ts';
import { differentAreas } from './pixel-differences.ts';

/** A page that looks different. */
export interface DifferentPage {
  /** From 1. */
  readonly page: number;
  readonly areas: readonly DifferentArea[];
  /** The revision without this page. */
  readonly missingIn: 'before' | 'after' | null;
}

export interface Revisions {
  readonly before: PageSet;
  readonly after: PageSet;
}

/** Width of a page in pixels: enough to detect a changed digit, small enough to compare in a few milliseconds. */
const WIDTH = 800;

/** Compares the rendered pages one by one. A generator, so that the caller can show progress and stop. */
export async function* compareRevisions({ before, after }: Revisions): AsyncGenerator<DifferentPage | null> {
  const [earlier, later] = await Promise.all([before.measured, after.measured]);
  for (let page = 1; page <= Math.max(earlier.length, later.length); page++) {
    if (page > earlier.length) yield { page, areas: [], missingIn: 'before' };
    else if (page > later.length) yield { page, areas: [], missingIn: 'after' };
    else yield await comparePage(before, after, page);
  }
}

async function comparePage(before: PageSet, after: PageSet, page: number): Promise<DifferentPage | null> {
  const earlier = await pixelsOf(before, page);
  const later = await pixelsOf(after, page);
  const areas = earlier && later ? differentAreas(earlier, later) : [];
  return areas.length > 0 ? { page, areas, missingIn: null } : null;
}

async function pixelsOf(set: PageSet, page: number): Promise<Pixels | null> {
  const bitmap = await set.render(page, WIDTH, { widgets: true, kind: 'comparison' });
  if (!bitmap) return null;
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context?.drawImage(bitmap, 0, 0);
  bitmap.close();
  return context?.getImageData(0, 0, canvas.width, canvas.height) ?? null;
}
