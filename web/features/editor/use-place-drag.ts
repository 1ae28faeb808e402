import { useRef, useState } from 'react';
import type { PointerEvent } from 'react';
import type { Point, Rect, Size } from '#web/entities/field/geometry.ts';
import { between } from '#web/entities/field/geometry.ts';

const MEANT = 4;

interface BandDrag {
  readonly band: Rect | null;
  onPointerDown(event: PointerEvent<HTMLElement>): void;
  onPointerMove(event: PointerEvent<HTMLElement>): void;
  onPointerUp(event: PointerEvent<HTMLElement>): void;
}

export function pointOn(event: { clientX: number; clientY: number }, layer: HTMLElement): Point {
  const box = layer.getBoundingClientRect();
  return {
    x: ((event.clientX - box.left) / box.width) * 100,
    y: ((event.clientY - box.top) / box.height) * 100,
  };
}

/** Draws a rectangle on the empty page, for a new field or a selection. A click reports `null` as its rectangle. */
export function useBandDrag(
  size: Size,
  ended: (rect: Rect | null, at: Point, extend: boolean) => void,
): BandDrag {
  const start = useRef<{ point: Point; x: number; y: number } | null>(null);
  const [band, setBand] = useState<Rect | null>(null);
  return {
    band,
    onPointerDown(event) {
      if (event.button !== 0 || event.target !== event.currentTarget) return;
      // Touch scrolls on the empty page; only a tap counts there.
      if (event.pointerType !== 'touch') event.currentTarget.setPointerCapture(event.pointerId);
      start.current = {
        point: pointOn(event, event.currentTarget),
        x: event.clientX,
        y: event.clientY,
      };
    },
    onPointerMove(event) {
      if (!start.current || event.pointerType === 'touch') return;
      const far = Math.hypot(event.clientX - start.current.x, event.clientY - start.current.y);
      if (far < MEANT && !band) return;
      setBand(between(start.current.point, pointOn(event, event.currentTarget)));
    },
    onPointerUp(event) {
      const from = start.current;
      start.current = null;
      setBand(null);
      if (!from) return;
      const wide = band && (band.width / 100) * size.width >= MEANT * 2;
      ended(wide ? band : null, from.point, event.shiftKey);
    },
  };
}
