import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { bottomSheet } from '#contract/limits.ts';

/** Far enough: a length that a thumb means, or most of a low sheet (document 3 §9). */
export const isSwipedAway = (moved: number, height: number): boolean => moved >= Math.min(bottomSheet.closeSwipe, height * bottomSheet.closeShare);

/** Less than this is a tap that trembles. */
const TREMBLE = 8;
/** What has its own use for a finger that moves. */
const ownMoves = 'canvas, input, textarea, select, [role="slider"], [data-own-moves]';

/** Whether something between the finger and the sheet can still be scrolled back up. */
const isScrolled = (from: Element, sheet: Element): boolean => {
  for (let at: Element | null = from; at && at !== sheet; at = at.parentElement) if (at.scrollTop > 0) return true;
  return false;
};

/** A sheet follows the finger downwards; let go far enough below, it closes. */
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
      // The page behind stays where it is.
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
