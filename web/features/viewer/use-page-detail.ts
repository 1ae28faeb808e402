import { createContext, useContext, useEffect } from 'react';
import type { RefObject } from 'react';
import type { PageSet } from '#web/services/engine/pages.service.ts';
import type { PagePart } from '#web/services/engine/pages.types.ts';
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

/**
 * Far in, a whole page would be a picture of a hundred megabytes: it stays as large as is sensible, and the part that
 * is in sight is drawn over it, sharp, whenever the scrolling rests.
 */
export function usePageDetail(place: RefObject<HTMLElement | null>, { set, box, ratio, widgets }: DetailRequest): void {
  const scroller = useContext(ScrollerContext);
  const width = Math.round(box.width * ratio);
  const needed = width > deviceWidth(box, ratio);
  useEffect(() => {
    const target = place.current;
    const window = scroller?.current;
    if (!needed || !target || !window) return undefined;
    const canvas = takeCanvas();
    let wanted = true;
    let timer = 0;
    const draw = async (): Promise<void> => {
      const part = partInSight(target.getBoundingClientRect(), window.getBoundingClientRect());
      if (!part) {
        canvas.remove();
        return;
      }
      const pixels = { x: part.x * ratio, y: part.y * ratio, width: Math.round(part.width * ratio), height: Math.round(part.height * ratio) };
      const bitmap = await set.render(box.number, width, { widgets, part: pixels, priority: -1, kind: 'detail' });
      if (!bitmap) return;
      if (!wanted) {
        bitmap.close();
        return;
      }
      showBitmap(canvas, bitmap);
      Object.assign(canvas.style, { position: 'absolute', left: `${part.x}px`, top: `${part.y}px`, width: `${part.width}px`, height: `${part.height}px` });
      if (canvas.parentElement !== target) target.append(canvas);
    };
    const rested = (): void => {
      draw().catch((error: unknown) => console.info('A part of a page stays less sharp', box.number, error));
    };
    const moved = (): void => {
      clearTimeout(timer);
      timer = globalThis.setTimeout(rested, SETTLED) as unknown as number;
    };
    moved();
    window.addEventListener('scroll', moved, { passive: true });
    return () => {
      wanted = false;
      clearTimeout(timer);
      window.removeEventListener('scroll', moved);
      set.drop(box.number, 'detail');
      giveBack(canvas);
    };
  }, [place, scroller, set, box, ratio, width, widgets, needed]);
}
