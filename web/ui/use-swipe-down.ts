import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { bottomSheet } from '#contract/limits/screens.ts';

/** Whether a swipe closes the sheet: a minimum distance, or a share of a low sheet's height (document 3 §9). */
export const isSwipedAway = (moved: number, height: number): boolean => moved >= Math.min(bottomSheet.closeSwipe, height * bottomSheet.closeShare);

/** Movements below this many pixels count as a tap. */
const TREMBLE = 8;
/** Elements that handle touch movements themselves. */
const ownMoves = 'canvas, input, textarea, select, [role="slider"], [data-own-moves]';

/** Whether an element between the touch target and the sheet is scrolled down. */
const isScrolled = (from: Element, sheet: Element): boolean => {
  for (let at: Element | null = from; at && at !== sheet; at = at.parentElement) if (at.scrollTop > 0) return true;
  return false;
};

/** Makes a sheet follow the finger downwards and close beyond a distance. Returns the ref of the sheet. */
export function useSwipeDown(isSwiped: boolean, onClose: () => void): (sheet: HTMLElement | null) => void {
  const [sheet, setSheet] = useState<HTMLElement | null>(null);
  const close = useRef(onClose);
  useLayoutEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (!sheet || !isSwiped) return undefined;
    let from: { x: number; y: number } | null = null;
    let moved = 0;
    const rest = (): void => {
      from = null;
      moved = 0;
      sheet.style.translate = '';
    };
    const start = ({ touches, target }: TouchEvent): void => {
      const [finger] = touches;
      const isOurs = touches.length === 1 && target instanceof Element && !target.closest(ownMoves) && !isScrolled(target, sheet);
      from = finger && isOurs ? { x: finger.clientX, y: finger.clientY } : null;
    };
    const move = (event: TouchEvent): void => {
      const [finger] = event.touches;
      if (!from || !finger) return;
      const [right, down] = [finger.clientX - from.x, finger.clientY - from.y];
      if (moved === 0 && (down < TREMBLE || Math.abs(right) > down)) {
        if (down < -TREMBLE || Math.abs(right) > TREMBLE) from = null;
        return;
      }
      // Prevents scrolling of the page behind.
      event.preventDefault();
      moved = Math.max(down, 1);
      sheet.style.translate = `0 ${moved}px`;
    };
    const end = (): void => {
      const isAway = isSwipedAway(moved, sheet.offsetHeight);
      rest();
      if (isAway) close.current();
    };
    sheet.addEventListener('touchstart', start, { passive: true });
    sheet.addEventListener('touchmove', move, { passive: false });
    sheet.addEventListener('touchend', end);
    sheet.addEventListener('touchcancel', rest);
    return () => {
      sheet.removeEventListener('touchstart', start);
      sheet.removeEventListener('touchmove', move);
      sheet.removeEventListener('touchend', end);
      sheet.removeEventListener('touchcancel', rest);
    };
  }, [sheet, isSwiped]);
  return setSheet;
}
