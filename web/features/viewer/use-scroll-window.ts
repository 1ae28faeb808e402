import { useEffect, useState } from 'react';
import type { RefObject } from 'react';

/** Where the scroll container stands, at most once a frame. */
export function useScrollTop(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useEffect(() => {
    const target = element.current;
    if (!target) return undefined;
    let frame = 0;
    const read = (): void => {
      frame = 0;
      setTop(target.scrollTop);
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
