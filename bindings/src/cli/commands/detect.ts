import type { Engine } from '../../engine.ts';
import { createNodeEngine } from '../../node.ts';
import { renderPages } from '../../node/render-pages.ts';
import { argument, type Command, passwordOption, text, UsageProblem } from '../command.ts';
import { readAll } from '../streams.ts';

/** `countersign detect FILE [--pages 1-3]` */
export const detect: Command = {
  usage: 'detect FILE [--pages 1-3]',
  summary: 'Find the places to fill',
  positionals: 1,
  options: { ...passwordOption, pages: { type: 'string' } },
  run: async (invocation) => {
    const engine = await createNodeEngine();
    try {
      const bytes = await readAll(argument(invocation, 0));
      // The core decides whether this is a readable PDF, so that the error is the same as everywhere.
      await (await engine.open(bytes, { password: text(invocation, 'password') })).close();
      return { json: { pages: await detectPages(engine, bytes, text(invocation, 'password'), pageRange(text(invocation, 'pages'))) } };
    } finally {
      await engine.close();
    }
  },
};

async function detectPages(engine: Engine, bytes: Uint8Array, password: string | undefined, range: PageRange) {
  const pages = [];
  for await (const { page, raster, textItems } of renderPages(bytes, { password, ...range })) {
    pages.push({ page, fields: await engine.detect(raster, { page, textItems }) });
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
