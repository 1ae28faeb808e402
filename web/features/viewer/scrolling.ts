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
  const left = (rect.x / 100) * box.width;
  const spare = scroller.clientWidth - (rect.width / 100) * box.width;
  scroller.scrollTo({ left: Math.max(0, left - Math.max(spare / 2, 16)) });
}

const READABLE = 26;
const CLOSEST = 2;

/** On a phone a place may be too low to read or write in; null when it is not. */
export function readableZoom(box: PageBox, rect: Rect, scale: number): number | null {
  const height = (rect.height / 100) * box.height;
  const wanted = Math.min(zoomOf(scale) * (READABLE / Math.max(height, 1)), CLOSEST);
  return height < READABLE && wanted > zoomOf(scale) * 1.1 ? wanted : null;
}
