import { createContext, useContext, useEffect } from 'react';
import type { RefObject } from 'react';
import type { PageSet } from '#web/services/engine/pages/pages.service.ts';
import type { PagePart } from '#web/services/engine/pages/pages.types.ts';
import { giveBack, showBitmap, takeCanvas } from './canvases.ts';
import type { PageBox } from './layout.ts';
import { deviceWidth } from './layout.ts';

/** What the pages scroll in. */
export const ScrollerContext = createContext<RefObject<HTMLElement | null> | null>(null);

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A little more than is seen, so that small moves need no new picture. */
const AROUND = 0.25;

/** The part of a page that is in the window, in CSS pixels of the page; null when it is out of sight. */
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

/** Draws one part of a page, a pixel for every pixel of the screen; null when it was dropped meanwhile. */
function drawPart({ set, box, ratio, widgets }: DetailRequest, part: PagePart): Promise<ImageBitmap | null> {
  const pixels = { x: part.x * ratio, y: part.y * ratio, width: Math.round(part.width * ratio), height: Math.round(part.height * ratio) };
  return set.render(box.number, Math.round(box.width * ratio), { widgets, part: pixels, priority: -1, kind: 'detail' });
}

function layOver(target: HTMLElement, canvas: HTMLCanvasElement, { x, y, width, height }: PagePart): void {
  Object.assign(canvas.style, { position: 'absolute', left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
  if (canvas.parentElement !== target) target.append(canvas);
}

/** Keeps what is in sight sharp whenever the scrolling rests; gives what ends it. */
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
 * Far in, a whole page would be a picture of a hundred megabytes: it stays as large as is sensible, and the part that
 * is in sight is drawn over it, sharp, whenever the scrolling rests.
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
