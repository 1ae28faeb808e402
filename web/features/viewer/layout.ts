import type { Size } from '#web/entities/field/geometry.ts';

/** `fit`: fits the available width; a number: share of the real size. */
export type Zoom = 'fit' | number;

const zoomSteps: readonly number[] = [0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.25, 1.5, 2, 3, 4, 6, 8];

const POINT = 96 / 72;
const GAP = 16;
const SMALLEST = 0.1;
const LARGEST = 8;

export interface PageBox extends Size {
  readonly number: number;
  readonly top: number;
}

export interface Layout {
  readonly pages: readonly PageBox[];
  readonly scale: number;
  readonly width: number;
  readonly height: number;
}

/** Returns the scale in CSS pixels per point. */
export function scaleFor(pages: readonly Size[], room: number, zoom: Zoom): number {
  if (zoom !== 'fit') return Math.min(Math.max(zoom, SMALLEST), LARGEST) * POINT;
  const widest = pages.reduce((most, page) => Math.max(most, page.width), 1);
  return Math.max(room, 1) / widest;
}

export function zoomOf(scale: number): number {
  return scale / POINT;
}

export function layoutPages(pages: readonly Size[], scale: number): Layout {
  let top = GAP;
  let widest = 0;
  const boxes = pages.map((page, index) => {
    const box = {
      number: index + 1,
      top,
      width: Math.round(page.width * scale),
      height: Math.round(page.height * scale),
    };
    top += box.height + GAP;
    widest = Math.max(widest, box.width);
    return box;
  });
  return { pages: boxes, scale, width: widest, height: top };
}

/** Returns the pages between two heights, by binary search. */
export function pagesBetween(layout: Layout, from: number, to: number): readonly PageBox[] {
  let low = 0;
  let high = layout.pages.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const page = layout.pages[middle];
    if (page && page.top + page.height < from) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < layout.pages.length && (layout.pages[end]?.top ?? Infinity) <= to) end += 1;
  return layout.pages.slice(low, end);
}

/** Returns the current page: the one at a third of the viewport's height. */
export function pageInView(layout: Layout, top: number, height: number): number {
  const middle = top + height / 3;
  const page = pagesBetween(layout, middle, middle + GAP)[0];
  return page?.number ?? layout.pages.length;
}

export function nextZoom(current: number, direction: 1 | -1): number {
  const larger = zoomSteps.find((step) => step > current + 0.005);
  const smaller = zoomSteps.findLast((step) => step < current - 0.005);
  return (direction === 1 ? larger : smaller) ?? current;
}

/** Returns the scroll offset that keeps the point under the pointer when the scale changes. */
export function scrollAfterZoom(scroll: number, pointer: number, before: number, after: number): number {
  return (scroll + pointer) * (after / before) - pointer;
}

const MOST_PIXELS = 16_000_000;

/** Returns the width of a page in device pixels, limited so that the bitmap stays below `MOST_PIXELS`. */
export function deviceWidth(box: Size, ratio: number): number {
  const pixels = box.width * box.height * ratio * ratio;
  const shrink = pixels > MOST_PIXELS ? Math.sqrt(MOST_PIXELS / pixels) : 1;
  return Math.max(1, Math.round(box.width * ratio * shrink));
}
