import type { Engine } from '../../engine.ts';
import { createNodeEngine } from '../../node.ts';
import { renderPages } from '../../node/render-pages.ts';
import { argument, type Command, passwordOption, text, UsageProblem } from '../command.ts';
import { drawFields } from '../detection/draw-fields.ts';
import { type DetectedPage, scorePages } from '../detection/score.ts';
import { truthOf } from '../detection/truth.ts';
import { readAll, readJson } from '../streams.ts';

/** `countersign detect FILE [--pages 1-3] [--json] [--truth TRUTH.json] [--png FOLDER]` */
export const detect: Command = {
  usage: 'detect FILE [--pages 1-3] [--truth TRUTH.json] [--png FOLDER]',
  summary: 'Find the places to fill; score or draw them',
  positionals: 1,
  // JSON is the default of every command; the option makes it explicit.
  options: { ...passwordOption, pages: { type: 'string' }, json: { type: 'boolean' }, truth: { type: 'string' }, png: { type: 'string' } },
  run: async (invocation) => {
    const file = argument(invocation, 0);
    const truthFile = text(invocation, 'truth');
    const range = pageRange(text(invocation, 'pages'));
    const truth = truthFile === undefined ? undefined : truthOf(await readJson(truthFile), file);
    const engine = await createNodeEngine();
    try {
      const bytes = await readAll(file);
      const password = text(invocation, 'password');
      // The core opens the file first, so that an unreadable PDF gives the same error as everywhere.
      await (await engine.open(bytes, { password })).close();
      const pages = await detectPages(engine, bytes, { password, ...range, png: text(invocation, 'png') });
      return { json: truth ? { pages, score: scorePages(truth, pages) } : { pages } };
    } finally {
      await engine.close();
    }
  },
};

async function detectPages(engine: Engine, bytes: Uint8Array, options: PageRange & { password?: string; png?: string }): Promise<DetectedPage[]> {
  const pages: DetectedPage[] = [];
  for await (const { page, raster, textItems, paths } of renderPages(bytes, options)) {
    const fields = await engine.detect(raster, { page, textItems, paths });
    if (options.png !== undefined) await drawFields(options.png, page, raster, fields);
    pages.push({ page, fields });
  }
  return pages;
}

interface PageRange {
  first: number;
  last: number;
}

function pageRange(value: string | undefined): PageRange {
  if (value === undefined) return { first: 1, last: Number.POSITIVE_INFINITY };
  const match = /^(\d+)(?:-(\d+))?$/.exec(value);
  if (!match?.[1]) throw new UsageProblem('--pages takes a page or a range: 2 or 1-3');
  return { first: Number(match[1]), last: Number(match[2] ?? match[1]) };
}
