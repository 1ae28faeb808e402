import type { RefObject } from 'react';
import { useLayoutEffect, useRef } from 'react';
import { scrollerOf } from './scroller-of.ts';

/** Scrolls to the top when `shown` changes: the old position belongs to content that is gone. */
export const useScrollToTop = (within: RefObject<HTMLElement | null>, shown: string): void => {
  const previous = useRef(shown);
  useLayoutEffect(() => {
    if (previous.current === shown) return;
    previous.current = shown;
    if (within.current) scrollerOf(within.current).scrollTop = 0;
  }, [within, shown]);
};
