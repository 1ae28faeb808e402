// @vitest-environment node
import { expect, test } from 'vitest';
import { CLOSEST, cropMoved, cropSide, cropWithin, middleOf } from './picture-crop.ts';

const wide = { width: 400, height: 200 };

test('a picture is first shown in its middle, with its whole shorter side', () => {
  expect(middleOf(wide)).toEqual({ x: 200, y: 100, zoom: 1 });
  expect(cropSide(wide, middleOf(wide))).toBe(200);
});

test('the square stays within the picture', () => {
  expect(cropMoved(wide, middleOf(wide), { x: 9, y: 9 })).toEqual({ x: 300, y: 100, zoom: 1 });
  expect(cropMoved(wide, middleOf(wide), { x: -9, y: -9 })).toEqual({ x: 100, y: 100, zoom: 1 });
  expect(cropWithin(wide, { x: 0, y: 0, zoom: 2 })).toEqual({ x: 50, y: 50, zoom: 2 });
});

test('stepping back at an edge moves the square back into the picture', () => {
  const corner = cropWithin(wide, { x: 400, y: 200, zoom: 4 });
  expect(cropWithin(wide, { ...corner, zoom: 1 })).toEqual({ x: 300, y: 100, zoom: 1 });
});

test('it comes no closer than the limit and goes no further than the whole shorter side', () => {
  expect(cropWithin(wide, { x: 200, y: 100, zoom: 99 }).zoom).toBe(CLOSEST);
  expect(cropWithin(wide, { x: 200, y: 100, zoom: 0 }).zoom).toBe(1);
});

test('a closer square moves by smaller steps', () => {
  const close = cropWithin(wide, { ...middleOf(wide), zoom: 2 });
  expect(cropMoved(wide, close, { x: 0.5, y: 0 }).x).toBe(250);
});
