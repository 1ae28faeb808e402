// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { pageRules } from './page-rules.ts';

const [width, height] = [200, 400];

/** A white page with areas that are filled. */
function paper(...areas: [x: number, y: number, width: number, height: number][]): Uint8Array {
  const data = new Uint8Array(width * height).fill(255);
  for (const [x, y, across, down] of areas) {
    for (let row = y; row < y + down; row += 1) data.fill(0, row * width + x, row * width + x + across);
  }
  return data;
}

const rounded = (percent: number): number => Math.round(percent * 1000) / 1000;
const seen = (...areas: Parameters<typeof paper>) =>
  pageRules(paper(...areas), width, height).map(({ axis, at, from, to }) => `${axis} ${rounded(at)} ${rounded(from)}-${rounded(to)}`).toSorted();

describe('the ruled lines of a page', () => {
  it('have the positions where they are drawn, on both axes', () => {
    expect(seen([20, 100, 100, 2], [50, 200, 2, 40])).toEqual(['x 25.5 50-60', 'y 25.25 10-60']);
  });

  it('are both edges of a filled area', () => {
    expect(seen([20, 100, 100, 20])).toEqual(['x 10 25-30', 'x 60 25-30', 'y 25 10-60', 'y 30 10-60']);
  });

  it('bridge the gaps of a scan and do not include letters', () => {
    expect(seen([20, 100, 50, 1], [72, 100, 48, 1], [10, 10, 3, 3])).toEqual(['y 25.125 10-60']);
  });

  it('are two if they are side by side', () => {
    expect(seen([20, 100, 40, 1], [100, 100, 40, 1])).toEqual(['y 25.125 10-30', 'y 25.125 50-70']);
  });
});
