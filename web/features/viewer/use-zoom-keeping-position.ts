import { useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';
import type { Layout, Zoom } from './layout.ts';
import { scrollAfterZoom } from './layout.ts';

/** Changes the zoom and then restores the position of the point under the pointer. */
export function useZoomKeepingPosition(scroller: RefObject<HTMLDivElement | null>, layout: Layout, setZoom: (zoom: Zoom) => void) {
  const pending = useRef<{ x: number; y: number; before: number } | null>(null);
  useLayoutEffect(() => {
    const target = scroller.current;
    const wish = pending.current;
    if (!target || !wish || wish.before === layout.scale) return;
    pending.current = null;
    target.scrollLeft = scrollAfterZoom(target.scrollLeft, wish.x, wish.before, layout.scale);
    target.scrollTop = scrollAfterZoom(target.scrollTop, wish.y, wish.before, layout.scale);
  }, [scroller, layout]);
  return (zoom: number, x: number, y: number): void => {
    pending.current = { x, y, before: layout.scale };
    setZoom(zoom);
  };
}
