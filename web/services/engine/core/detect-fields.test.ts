// @vitest-environment node
import type { Field } from '#contract/entities/field.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DetectionProgress } from './detection.service.ts';
import { detectFields } from './detection.service.ts';
import { openPages } from '../pages/pages.service.ts';

const closed = vi.hoisted(() => ({ workers: 0, engines: 0 }));

vi.mock('../pages/pages.service.ts', () => ({ openPages: vi.fn<() => Promise<unknown>>() }));
vi.mock('../pages/pages-thread.ts', () => ({
  PagesThread: class {
    end(): void {
      closed.workers += 1;
    }
  },
}));
/** The page on which workers hang, and how many still do. */
const hanging = vi.hoisted(() => ({ page: 0, times: 0 }));
vi.mock('./engine.service.ts', () => {
  const engine = {
    detect: async (_: unknown, { page }: { page: number }) => {
      if (page === hanging.page && hanging.times-- > 0) throw new Error('hung');
      return [{ name: `on ${page}` }];
    },
    close: async () => void (closed.engines += 1),
  };
  return {
    startEngine: async () => ({ engine, run: (_: string, work: (each: typeof engine) => unknown) => work(engine) }),
    isWorkerFailure: ({ message }: Error) => message === 'hung',
    noteWorkerFailure: () => undefined,
    lanesAllowed: () => 4,
  };
});

/** A document of so many pages; `draw` answers for each that is drawn. */
function documentOf(length: number, draw: (page: number) => Promise<object> = async () => ({})): void {
  vi.mocked(openPages).mockResolvedValue({ pages: Array.from({ length }, () => ({})), raster: draw } as never);
}

/** Draws, and notes which pages. */
function noted(drawn: number[]): (page: number) => Promise<object> {
  return async (page) => {
    drawn.push(page);
    return {};
  };
}

/** Every page that was looked through, with what was told of it. */
async function detect(options: { signal?: AbortSignal; done?: Set<number>; onPage?: (page: number) => void } = {}) {
  const reported: [page: number, fields: number, progress: DetectionProgress][] = [];
  const onPage = (page: number, fields: Field[], progress: DetectionProgress): void => {
    reported.push([page, fields.length, progress]);
    options.onPage?.(page);
  };
  await detectFields(new Blob(['a document']), { ...options, onPage });
  return reported;
}

describe('field detection', () => {
  beforeEach(() => {
    vi.stubGlobal('navigator', { hardwareConcurrency: 1 });
    Object.assign(closed, { workers: 0, engines: 0 });
  });
  afterEach(() => vi.unstubAllGlobals());

  it('goes from the first page to the last and reports progress', async () => {
    documentOf(3);
    expect(await detect()).toEqual([1, 2, 3].map((page) => [page, 1, { done: page, total: 3 }]));
    expect(closed).toEqual({ workers: 1, engines: 1 });
  });

  it('renders a page while the fields of the previous one are detected', async () => {
    const drawn: number[] = [];
    documentOf(3, noted(drawn));
    const ahead: number[][] = [];
    await detect({ onPage: () => void ahead.push([...drawn]) });
    expect(ahead).toEqual([[1, 2], [1, 2, 3], [1, 2, 3]]);
  });

  it('tries a page on which a worker hangs once more in a new one, and passes it over after that', async () => {
    documentOf(3);
    Object.assign(hanging, { page: 2, times: 1 });
    expect((await detect()).map(([page, fields]) => [page, fields])).toEqual([[1, 1], [2, 1], [3, 1]]);
    expect(closed.engines).toBe(2);
    Object.assign(hanging, { page: 2, times: 2 });
    expect((await detect()).map(([page, fields]) => [page, fields])).toEqual([[1, 1], [2, 0], [3, 1]]);
  });

  it('counts pages searched before and skips them', async () => {
    documentOf(4);
    expect(await detect({ done: new Set([1, 3]) })).toEqual([[2, 1, { done: 3, total: 4 }], [4, 1, { done: 4, total: 4 }]]);
  });

  it('terminates with its workers when stopped', async () => {
    const stop = new AbortController();
    const drawn: number[] = [];
    documentOf(9, noted(drawn));
    const reported = await detect({ signal: stop.signal, onPage: (page) => page === 2 && stop.abort() });
    expect(reported.map(([page]) => page)).toEqual([1, 2]);
    // The third was being drawn already.
    expect(drawn).toEqual([1, 2, 3]);
    expect(closed).toEqual({ workers: 1, engines: 1 });
  });

  it('continues after a page that cannot be rendered', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    documentOf(2, async (page) => {
      if (page === 1) throw new Error('A hurt page');
      return {};
    });
    expect(await detect()).toEqual([[1, 0, { done: 1, total: 2 }], [2, 1, { done: 2, total: 2 }]]);
  });

  it('distributes the pages among the available workers', async () => {
    vi.stubGlobal('navigator', { hardwareConcurrency: 3 });
    documentOf(12);
    const reported = await detect();
    expect(reported.map(([page]) => page).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
    expect(reported.map(([, , { done }]) => done)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
    expect(closed).toEqual({ workers: 2, engines: 2 });
  });
});
