import { useEffect, useState } from 'react';
import type { RefObject } from 'react';

const STEP = 96;

/** Returns the scroll position in coarse steps, exact enough to select the needed pages. */
export function useScrollTop(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useEffect(() => {
    const target = element.current;
    if (!target) return undefined;
    let frame = 0;
    const read = (): void => {
      frame = 0;
      setTop(Math.round(target.scrollTop / STEP) * STEP);
    };
    const scrolled = (): void => {
      frame ||= requestAnimationFrame(read);
    };
    target.addEventListener('scroll', scrolled, { passive: true });
    read();
    return () => {
      cancelAnimationFrame(frame);
      target.removeEventListener('scroll', scrolled);
    };
  }, [element]);
  return top;
}
