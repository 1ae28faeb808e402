import type { Rect } from '#web/entities/field/geometry.ts';
import type { Layout, PageBox } from './layout.ts';
import { zoomOf } from './layout.ts';

const ABOVE = 8;

export function scrollToPage(scroller: HTMLElement | null, layout: Layout, page: number): void {
  const box = layout.pages[page - 1];
  if (scroller && box) scroller.scrollTo({ top: box.top - ABOVE });
}

/** Scrolls a rectangle of a page into view, by the minimum distance. */
export function scrollToRect(scroller: HTMLElement, box: PageBox, rect: Rect): void {
  const top = box.top + (rect.y / 100) * box.height;
  const bottom = top + (rect.height / 100) * box.height;
  const margin = scroller.clientHeight * 0.25;
  const hidden = top < scroller.scrollTop + margin / 2 || bottom > scroller.scrollTop + scroller.clientHeight - margin;
  if (hidden) scroller.scrollTo({ top: Math.max(0, top - margin) });
  if (box.width <= scroller.clientWidth) return;
  const around = surroundings(rect);
  const from = (around.from / 100) * box.width;
  const spare = scroller.clientWidth - ((around.to - around.from) / 100) * box.width;
  // If the surroundings do not fit, the rectangle itself is shown.
  const left = spare >= 0 ? from - spare / 2 : ((rect.x + rect.width) / 100) * box.width + EDGE - scroller.clientWidth;
  const own = (rect.x / 100) * box.width - EDGE;
  scroller.scrollTo({ left: Math.max(0, Math.min(left, own)) });
}

/** Distance in pixels between a rectangle and the edge of the viewport. */
const EDGE = 16;
/** Width in percent of the page below which a field counts as a box, with its label to the right. */
const BOX = 6;

/** Returns the horizontal range to show with a field, in percent of the page width, so that its label is visible. */
export function surroundings({ x, width }: Rect): { from: number; to: number } {
  const isBox = width < BOX;
  const from = Math.max(0, x - (isBox ? 12 : 36));
  return { from, to: Math.min(100, Math.max(x + width + (isBox ? 40 : 6), from + 50)) };
}

const CLOSEST = 2;

/** Returns the zoom at which a field is readable with its surroundings on a phone; null if the current zoom is within 10 % of it. */
export function readableZoom(box: PageBox, rect: Rect, scale: number, room: number): number | null {
  const { from, to } = surroundings(rect);
  const fitting = zoomOf(scale) * (room / box.width);
  const wanted = Math.max(fitting, Math.min(fitting * (100 / (to - from)), CLOSEST));
  return Math.abs(wanted / zoomOf(scale) - 1) > 0.1 ? wanted : null;
}
