import { useImperativeHandle, useLayoutEffect, useRef } from 'react';
import type { Ref, RefObject } from 'react';
import type { Rect } from '#web/entities/field/geometry.ts';
import type { Layout, Zoom } from './layout.ts';
import { readableZoom, scrollToPage, scrollToRect } from './scrolling.ts';

/** Imperative handle of the viewer. */
export interface ViewerHandle {
  showPage(page: number): void;
  /** Scrolls a rectangle of a page into view, by the minimum distance. */
  showRect(page: number, rect: Rect): void;
  readonly page: number;
}

interface ViewerState {
  readonly layout: Layout;
  readonly page: number;
  /** In a small viewport, zooms in before scrolling to a field. */
  readonly comeCloser: ((zoom: Zoom) => void) | null;
}

export function useViewerHandle(ref: Ref<ViewerHandle> | undefined, scroller: RefObject<HTMLDivElement | null>, shown: ViewerState): void {
  const { layout } = shown;
  const latest = useRef(shown);
  latest.current = shown;
  const awaited = useRef<{ number: number; rect: Rect } | null>(null);
  useLayoutEffect(() => {
    const wish = awaited.current;
    awaited.current = null;
    const box = wish ? layout.pages[wish.number - 1] : undefined;
    if (wish && box && scroller.current) scrollToRect(scroller.current, box, wish.rect);
  }, [scroller, layout]);
  useImperativeHandle(
    ref,
    () => ({
      get page() {
        return latest.current.page;
      },
      showPage: (number) => scrollToPage(scroller.current, latest.current.layout, number),
      showRect: (number, rect) => {
        const { layout: now, comeCloser } = latest.current;
        const box = now.pages[number - 1];
        if (!scroller.current || !box) return;
        const zoom = comeCloser ? readableZoom(box, rect, now.scale, scroller.current.clientWidth) : null;
        if (!zoom || !comeCloser) {
          scrollToRect(scroller.current, box, rect);
          return;
        }
        awaited.current = { number, rect };
        comeCloser(zoom);
      },
    }),
    [scroller],
  );
}
