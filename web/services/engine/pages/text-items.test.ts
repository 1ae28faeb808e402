// @vitest-environment node
import type { PDFPageProxy } from 'pdfjs-dist';
import { describe, expect, it } from 'vitest';
import { readTextItems, textRuns } from './text-items.ts';

/** A page of 200 by 100 points that shows these runs; `turn` is what it is turned by, in quarters to the right. */
function pageOf(turn: 0 | 1, ...items: object[]): PDFPageProxy {
  const transform = turn === 0 ? [1, 0, 0, -1, 0, 100] : [0, 1, 1, 0, 0, 0];
  const [width, height] = turn === 0 ? [200, 100] : [100, 200];
  return {
    getTextContent: async () => ({ items }),
    getViewport: () => ({ transform, width, height, scale: 1 }),
  } as unknown as PDFPageProxy;
}

const upright = { str: 'Date of birth', transform: [10, 0, 0, 10, 20, 30], width: 60 };
const upwards = { str: 'For office use only', transform: [0, 10, -10, 0, 20, 30], width: 60 };

describe('positions of text items', () => {
  it('enclose the visible text in any direction', async () => {
    expect(await readTextItems(pageOf(0, upright, upwards, { str: ' ' }, { type: 'beginMarkedContent' }))).toEqual([
      { text: 'Date of birth', x: 10, y: 60, width: 30, height: 10 },
      { text: 'For office use only', x: 5, y: 10, width: 5, height: 60 },
    ]);
  });

  it('follow the rotation of the page', async () => {
    const [place] = await readTextItems(pageOf(1, upwards));
    expect(place).toEqual({ text: 'For office use only', x: 30, y: 5, width: 60, height: 5 });
  });

  it('tell which runs are displayed sideways', async () => {
    const sideways = async (page: PDFPageProxy) => (await textRuns(page)).map((run) => run.sideways);
    expect(await sideways(pageOf(0, upright, upwards))).toEqual([false, true]);
    expect(await sideways(pageOf(1, upright, upwards))).toEqual([true, false]);
  });
});
