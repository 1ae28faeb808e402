import { fieldDefaults } from '#contract/limits/fields.ts';

/** Percentages of the displayed page; origin at the top left. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

const FULL = 100;
const DECIMALS = 10_000;

function round4(value: number): number {
  return Math.round(value * DECIMALS) / DECIMALS;
}

export function roundRect(rect: Rect): Rect {
  return {
    x: round4(rect.x),
    y: round4(rect.y),
    width: round4(rect.width),
    height: round4(rect.height),
  };
}

/** Converts pixels on a page of this size to percentages. */
export function toPercent(pixels: Rect, page: Size): Rect {
  return roundRect({
    x: (pixels.x / page.width) * FULL,
    y: (pixels.y / page.height) * FULL,
    width: (pixels.width / page.width) * FULL,
    height: (pixels.height / page.height) * FULL,
  });
}

export function toPixels(rect: Rect, page: Size): Rect {
  return {
    x: (rect.x / FULL) * page.width,
    y: (rect.y / FULL) * page.height,
    width: (rect.width / FULL) * page.width,
    height: (rect.height / FULL) * page.height,
  };
}

/** Whether two rectangles differ on a page of this size by what a person can mean. */
export function isRectChanged(before: Rect, after: Rect, page: Size): boolean {
  const [from, to] = [toPixels(before, page), toPixels(after, page)];
  return (['x', 'y', 'width', 'height'] as const).some((side) => Math.abs(from[side] - to[side]) >= fieldDefaults.rectTolerance);
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), Math.max(low, high));
}

/** Returns the rectangle moved and clamped onto the page. */
export function keepOnPage(rect: Rect): Rect {
  const width = clamp(rect.width, 0, FULL);
  const height = clamp(rect.height, 0, FULL);
  return roundRect({
    x: clamp(rect.x, 0, FULL - width),
    y: clamp(rect.y, 0, FULL - height),
    width,
    height,
  });
}

export function moveRect(rect: Rect, by: Point): Rect {
  return keepOnPage({ ...rect, x: rect.x + by.x, y: rect.y + by.y });
}

/** Limits a move so that every rectangle stays on the page. */
export function commonMove(rects: readonly Rect[], by: Point): Point {
  let { x, y } = by;
  for (const rect of rects) {
    x = clamp(x, -rect.x, FULL - rect.x - rect.width);
    y = clamp(y, -rect.y, FULL - rect.y - rect.height);
  }
  return { x, y };
}

export type Handle = 'n' | 'ne' | 'e' | 'se' | 's' | 'sw' | 'w' | 'nw';

export const handles: readonly Handle[] = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'];

/** Drags one handle. The opposite edge stays, and the rectangle stays on the page. */
export function resizeRect(rect: Rect, handle: Handle, by: Point, smallest: Size): Rect {
  let left = rect.x;
  let top = rect.y;
  let right = rect.x + rect.width;
  let bottom = rect.y + rect.height;
  if (handle.includes('w')) left = clamp(left + by.x, 0, right - smallest.width);
  if (handle.includes('e')) right = clamp(right + by.x, left + smallest.width, FULL);
  if (handle.includes('n')) top = clamp(top + by.y, 0, bottom - smallest.height);
  if (handle.includes('s')) bottom = clamp(bottom + by.y, top + smallest.height, FULL);
  return roundRect({ x: left, y: top, width: right - left, height: bottom - top });
}

/** The minimum size of a field: 10 px on a page 1000 px wide. */
export function smallestSize(page: Size): Size {
  const side = page.width / FULL;
  return { width: (side / page.width) * FULL, height: (side / page.height) * FULL };
}

export function contains(rect: Rect, point: Point): boolean {
  return (
    point.x >= rect.x &&
    point.x <= rect.x + rect.width &&
    point.y >= rect.y &&
    point.y <= rect.y + rect.height
  );
}

export function overlaps(a: Rect, b: Rect): boolean {
  return (
    a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
  );
}

/** Returns the overlap as a share of the smaller rectangle, 0 to 1. */
export function sharedPart(a: Rect, b: Rect): number {
  if (!overlaps(a, b)) return 0;
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  const smaller = Math.min(a.width * a.height, b.width * b.height);
  return smaller === 0 ? 0 : (width * height) / smaller;
}

export function between(a: Point, b: Point): Rect {
  return {
    x: Math.min(a.x, b.x),
    y: Math.min(a.y, b.y),
    width: Math.abs(a.x - b.x),
    height: Math.abs(a.y - b.y),
  };
}
