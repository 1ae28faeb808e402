import type { PageViewport } from 'pdfjs-dist';
import { expect, test } from 'vitest';
import { textBox } from './text-box.ts';

/** A page of 200 by 100 points in pdf.js, upright or rotated by 90° clockwise. */
const upright = { transform: [1, 0, 0, -1, 0, 100], scale: 1, width: 200, height: 100 } as unknown as PageViewport;
const quarter = { transform: [0, 2, 2, 0, 0, 0], scale: 2, width: 200, height: 400 } as unknown as PageViewport;

test('text has its displayed position', () => {
  expect(textBox({ transform: [10, 0, 0, 10, 20, 30], width: 60 }, upright)).toEqual({ x: 10, y: 60, width: 30, height: 10 });
});

test('upward text has a tall box', () => {
  expect(textBox({ transform: [0, 10, -10, 0, 20, 30], width: 60 }, upright)).toEqual({ x: 5, y: 10, width: 5, height: 60 });
});

test('upward text on a rotated page is displayed upright', () => {
  expect(textBox({ transform: [0, 10, -10, 0, 40, 20], width: 30 }, quarter)).toEqual({ x: 20, y: 15, width: 30, height: 5 });
});
