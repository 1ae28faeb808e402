import { createContext, useContext, useEffect } from 'react';
import type { RefObject } from 'react';
import type { PageSet } from '#web/services/engine/pages/pages.service.ts';
import type { PagePart } from '#web/services/engine/pages/pages.types.ts';
import { giveBack, showBitmap, takeCanvas } from './canvases.ts';
import type { PageBox } from './layout.ts';
import { deviceWidth } from './layout.ts';

/** The scroll container of the pages. */
export const ScrollerContext = createContext<RefObject<HTMLElement | null> | null>(null);

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Margin around the visible part, as a share of the viewport, so that small scrolls need no new rendering. */
const AROUND = 0.25;

/** Returns the visible part of a page in CSS pixels of the page; null if it is out of view. */
export function partInSight(page: Box, window: Box): PagePart | null {
  const spareX = (window.right - window.left) * AROUND;
  const spareY = (window.bottom - window.top) * AROUND;
  const left = Math.max(page.left, window.left - spareX);
  const top = Math.max(page.top, window.top - spareY);
  const right = Math.min(page.right, window.right + spareX);
  const bottom = Math.min(page.bottom, window.bottom + spareY);
  if (right <= left || bottom <= top) return null;
  return { x: left - page.left, y: top - page.top, width: right - left, height: bottom - top };
}

const SETTLED = 120;

interface DetailRequest {
  readonly set: PageSet;
  readonly box: PageBox;
  readonly ratio: number;
  readonly widgets: boolean;
}

/** Renders a part of a page at device resolution; null if the request was dropped. */
function drawPart({ set, box, ratio, widgets }: DetailRequest, part: PagePart): Promise<ImageBitmap | null> {
  const pixels = { x: part.x * ratio, y: part.y * ratio, width: Math.round(part.width * ratio), height: Math.round(part.height * ratio) };
  return set.render(box.number, Math.round(box.width * ratio), { widgets, part: pixels, priority: -1, kind: 'detail' });
}

function layOver(target: HTMLElement, canvas: HTMLCanvasElement, { x, y, width, height }: PagePart): void {
  Object.assign(canvas.style, { position: 'absolute', left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
  if (canvas.parentElement !== target) target.append(canvas);
}

/** Renders the visible part whenever scrolling pauses. Returns a function that stops it. */
function followSight(target: HTMLElement, window: HTMLElement, request: DetailRequest): () => void {
  const canvas = takeCanvas();
  let wanted = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const draw = async (): Promise<void> => {
    const part = partInSight(target.getBoundingClientRect(), window.getBoundingClientRect());
    if (!part) {
      canvas.remove();
      return;
    }
    const bitmap = await drawPart(request, part);
    if (!bitmap) return;
    if (!wanted) {
      bitmap.close();
      return;
    }
    showBitmap(canvas, bitmap);
    layOver(target, canvas, part);
  };
  const moved = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void draw().catch((error: unknown) => console.info('A part of a page stays less sharp', request.box.number, error)), SETTLED);
  };
  moved();
  window.addEventListener('scroll', moved, { passive: true });
  return () => {
    wanted = false;
    clearTimeout(timer);
    window.removeEventListener('scroll', moved);
    request.set.drop(request.box.number, 'detail');
    giveBack(canvas);
  };
}

/**
 * At high zoom a full-page bitmap would take a hundred megabytes. The page is rendered at a limited size, and the
 * visible part is rendered over it at full resolution whenever scrolling pauses.
 */
export function usePageDetail(place: RefObject<HTMLElement | null>, { set, box, ratio, widgets }: DetailRequest): void {
  const scroller = useContext(ScrollerContext);
  const needed = Math.round(box.width * ratio) > deviceWidth(box, ratio);
  useEffect(() => {
    const target = place.current;
    const window = scroller?.current;
    return needed && target && window ? followSight(target, window, { set, box, ratio, widgets }) : undefined;
  }, [place, scroller, set, box, ratio, widgets, needed]);
}
