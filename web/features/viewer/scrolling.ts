import type { Rect } from '#web/entities/field/geometry.ts';
import type { Layout, PageBox } from './layout.ts';
import { zoomOf } from './layout.ts';

const ABOVE = 8;

export function scrollToPage(scroller: HTMLElement | null, layout: Layout, page: number): void {
  const box = layout.pages[page - 1];
  if (scroller && box) scroller.scrollTo({ top: box.top - ABOVE });
}

/** Brings a place of a page into view without moving more than needed. */
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
  // Where not all of it has room, the place itself does.
  const left = spare >= 0 ? from - spare / 2 : ((rect.x + rect.width) / 100) * box.width + EDGE - scroller.clientWidth;
  const own = (rect.x / 100) * box.width - EDGE;
  scroller.scrollTo({ left: Math.max(0, Math.min(left, own)) });
}

/** Pixels between a place and the edge of the window. */
const EDGE = 16;
/** Narrower than this share of the page it is a box, whose words follow it. */
const BOX = 6;

/** From where to where a place is to be seen, in percent of the page's width, so that what it asks stands beside it. */
export function surroundings({ x, width }: Rect): { from: number; to: number } {
  const isBox = width < BOX;
  const from = Math.max(0, x - (isBox ? 12 : 36));
  return { from, to: Math.min(100, Math.max(x + width + (isBox ? 40 : 6), from + 50)) };
}

const CLOSEST = 2;

/** On a phone a whole page is too small to read: so large that a place is seen with its surroundings. Null where it is about that large already. */
export function readableZoom(box: PageBox, rect: Rect, scale: number, room: number): number | null {
  const { from, to } = surroundings(rect);
  const fitting = zoomOf(scale) * (room / box.width);
  const wanted = Math.max(fitting, Math.min(fitting * (100 / (to - from)), CLOSEST));
  return Math.abs(wanted / zoomOf(scale) - 1) > 0.1 ? wanted : null;
}
