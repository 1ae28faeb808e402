import { expect, test, vi } from 'vitest';
import { sharedFont, type Font } from './shared-font.ts';

const position = (xAdvance: number) => ({ xAdvance, yAdvance: 0, xOffset: 0, yOffset: 0 });
const font = () => ({ name: 'A font', layout: vi.fn<Font['layout']>((text) => ({ glyphs: [...text], positions: [...text].map(() => position(500)), advanceWidth: 500 * text.length })), createSubset: () => null });

test('a text is shaped once, and each caller may scale its positions', () => {
  const own = font();
  const shared = sharedFont(own);
  for (let time = 0; time < 3; time += 1) {
    const run = shared.layout('Ada', []);
    expect([run.glyphs, run.advanceWidth]).toEqual([['A', 'd', 'a'], 1500]);
    for (const each of run.positions) each['xAdvance'] = 1;
    expect(run.advanceWidth).toBe(3);
  }
  expect(own.layout).toHaveBeenCalledTimes(1);
});

test('with features it is shaped each time, and all else is the font itself', () => {
  const own = font();
  const shared = sharedFont(own);
  for (let time = 0; time < 2; time += 1) shared.layout('Ada', ['liga']);
  expect([own.layout.mock.calls.length, (shared as typeof own).name]).toEqual([2, 'A font']);
});
