import { type KeyboardEvent, type PointerEvent, useRef, type WheelEvent } from 'react';
import { type Crop, cropMoved, cropWithin, type PictureSize } from '#web/services/picture-crop.ts';

interface CropGestures {
  onPointerDown(event: PointerEvent<HTMLElement>): void;
  onPointerMove(event: PointerEvent<HTMLElement>): void;
  onPointerUp(event: PointerEvent<HTMLElement>): void;
  onPointerCancel(event: PointerEvent<HTMLElement>): void;
  onWheel(event: WheelEvent<HTMLElement>): void;
  onKeyDown(event: KeyboardEvent<HTMLElement>): void;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** What a key press moves, as a share of what is shown. */
const STEP = 0.05;
const KEY_ZOOM = 1.1;
const arrows: Readonly<Record<string, Point>> = { ArrowLeft: { x: -STEP, y: 0 }, ArrowRight: { x: STEP, y: 0 }, ArrowUp: { x: 0, y: -STEP }, ArrowDown: { x: 0, y: STEP } };
const zooms: Readonly<Record<string, number>> = { '+': KEY_ZOOM, '=': KEY_ZOOM, '-': 1 / KEY_ZOOM };
/** Pixels of a wheel that double the size. */
const WHEEL_DOUBLES = 400;

const distanceOf = ([one, two]: readonly Point[]): number => (one && two ? Math.hypot(one.x - two.x, one.y - two.y) : 0);

/** Moves and zooms the shown square: one finger or the mouse drags the picture, two fingers and the wheel zoom it, arrows and + - do both. */
export function useCropGestures(picture: PictureSize, change: (update: (crop: Crop) => Crop) => void): CropGestures {
  const fingers = useRef(new Map<number, Point>());
  const zoomBy = (factor: number): void => change((crop) => cropWithin(picture, { ...crop, zoom: crop.zoom * factor }));
  const moveBy = (by: Point): void => change((crop) => cropMoved(picture, crop, by));
  const lift = ({ pointerId }: PointerEvent): void => void fingers.current.delete(pointerId);
  return {
    onPointerDown: (event) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    },
    onPointerMove: (event) => {
      const last = fingers.current.get(event.pointerId);
      if (!last) return;
      const before = distanceOf([...fingers.current.values()]);
      const now = { x: event.clientX, y: event.clientY };
      fingers.current.set(event.pointerId, now);
      const after = distanceOf([...fingers.current.values()]);
      const { width } = event.currentTarget.getBoundingClientRect();
      if (fingers.current.size > 1) zoomBy(before > 0 ? after / before : 1);
      else moveBy({ x: (last.x - now.x) / width, y: (last.y - now.y) / width });
    },
    onPointerUp: lift,
    onPointerCancel: lift,
    onWheel: ({ deltaY }) => zoomBy(2 ** (-deltaY / WHEEL_DOUBLES)),
    onKeyDown: (event) => {
      const by = arrows[event.key];
      const factor = zooms[event.key];
      if (by) moveBy(by);
      else if (factor !== undefined) zoomBy(factor);
      else return;
      event.preventDefault();
    },
  };
}
