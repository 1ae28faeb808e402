// @vitest-environment node
import { expect, test } from 'vitest';
import { readableZoom, surroundings } from './scrolling.ts';

const rect = (x: number, width: number) => ({ x, y: 40, width, height: 2 });

test('scrolling shows a line with the text before it and a box with the text after it', () => {
  expect(surroundings(rect(36, 54))).toEqual({ from: 0, to: 96 });
  expect(surroundings(rect(9, 2))).toEqual({ from: 0, to: 51 });
});

test('zooms in only as far as the surrounding text fits', () => {
  // A phone 360 px wide, with a page that fits.
  const box = { number: 1, top: 0, width: 360, height: 466 };
  const scale = 360 / 612;
  const wide = readableZoom(box, rect(10, 80), scale, 360);
  const box9 = readableZoom(box, rect(9, 2), scale, 360);
  expect(wide).toBeNull();
  expect((box9 ?? 0) / (scale / (96 / 72))).toBeCloseTo(100 / 51, 2);
});
