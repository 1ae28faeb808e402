import { useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';
import type { Size } from '#web/entities/field/geometry.ts';

/** Returns the inner size of an element and follows its changes. */
export function useRoom(element: RefObject<HTMLElement | null>): Size {
  const [room, setRoom] = useState<Size>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const target = element.current;
    if (!target) return undefined;
    const measure = (): void => {
      setRoom((old) =>
        old.width === target.clientWidth && old.height === target.clientHeight
          ? old
          : { width: target.clientWidth, height: target.clientHeight },
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return room;
}

/** Returns the device pixel ratio and follows moves between screens. */
export function usePixelRatio(): number {
  const [ratio, setRatio] = useState(() => window.devicePixelRatio || 1);
  useLayoutEffect(() => {
    const query = window.matchMedia(`(resolution: ${ratio}dppx)`);
    const changed = (): void => setRatio(window.devicePixelRatio || 1);
    query.addEventListener('change', changed);
    return () => query.removeEventListener('change', changed);
  }, [ratio]);
  return ratio;
}
