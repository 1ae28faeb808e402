import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

const WHEEL_STEP = 0.0022;

interface ZoomGesture {
  /** Receives the factor for the scale, and the point that must stay in place. */
  (factor: number, x: number, y: number): void;
}

function distance(touches: TouchList): number {
  const [a, b] = [touches[0], touches[1]];
  return a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0;
}

function middle(touches: TouchList): { x: number; y: number } {
  const [a, b] = [touches[0], touches[1]];
  if (!a || !b) return { x: 0, y: 0 };
  return { x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2 };
}

/** Zooms by Ctrl with the wheel, and by pinch gestures on touchpads and screens. */
export function useZoomGestures(element: RefObject<HTMLElement | null>, zoom: ZoomGesture): void {
  const latest = useRef(zoom);
  latest.current = zoom;
  useEffect(() => {
    const target = element.current;
    if (!target) return undefined;
    let last = 0;
    const at = (x: number, y: number, factor: number): void => {
      const box = target.getBoundingClientRect();
      latest.current(factor, x - box.left, y - box.top);
    };
    const wheel = (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      at(event.clientX, event.clientY, Math.exp(-event.deltaY * WHEEL_STEP));
    };
    const started = (event: TouchEvent): void => {
      last = event.touches.length === 2 ? distance(event.touches) : 0;
    };
    const moved = (event: TouchEvent): void => {
      if (event.touches.length !== 2 || !last) return;
      event.preventDefault();
      const now = distance(event.touches);
      const { x, y } = middle(event.touches);
      at(x, y, now / last);
      last = now;
    };
    const options = { passive: false } as const;
    target.addEventListener('wheel', wheel, options);
    target.addEventListener('touchstart', started, { passive: true });
    target.addEventListener('touchmove', moved, options);
    return () => {
      target.removeEventListener('wheel', wheel);
      target.removeEventListener('touchstart', started);
      target.removeEventListener('touchmove', moved);
    };
  }, [element]);
}
