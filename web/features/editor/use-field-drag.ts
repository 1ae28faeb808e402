import { useRef, useState } from 'react';
import type { PointerEvent, RefObject } from 'react';
import type { Field } from '#contract/entities/field.ts';
import type { Handle, Point, Rect, Size } from '#web/entities/field/geometry.ts';
import { commonMove, isRectChanged, moveRect, resizeRect, smallestSize } from '#web/entities/field/geometry.ts';
import type { Guide } from './snapping.ts';
import { snapMove, snapResize } from './snapping.ts';
import type { PageRule } from '#web/services/engine/pages/page-rules.ts';

const MEANT = 3;
const REACH = 6;

/** State of a running drag: moved rectangles and alignment guides. */
interface DragView {
  readonly rects: ReadonlyMap<string, Rect>;
  readonly guides: readonly Guide[];
}

interface Running {
  readonly handle: Handle | null;
  readonly fields: readonly Field[];
  readonly others: readonly Rect[];
  readonly x: number;
  readonly y: number;
  meant: boolean;
}

interface FieldDragEvents {
  /** A press without movement, while several fields were selected. */
  pressed(id: string): void;
  moved(ids: string[], by: Point): void;
  resized(id: string, rect: Rect): void;
}

export const still: DragView = { rects: new Map(), guides: [] };

function moveView(running: Running, by: Point, rules: readonly PageRule[], reach: Point, free: boolean): [DragView, Point] {
  const first = running.fields[0];
  if (!first) return [still, { x: 0, y: 0 }];
  const snap = free ? { by, guides: [] } : snapMove(first.rect, by, { fields: running.others, rules }, reach);
  const shift = commonMove(
    running.fields.map((field) => field.rect),
    snap.by,
  );
  const rects = new Map(
    running.fields.map(({ id, rect }) => [
      id,
      { ...rect, x: rect.x + shift.x, y: rect.y + shift.y },
    ]),
  );
  return [{ rects, guides: snap.guides }, shift];
}

function resizeView(running: Running, by: Point, rules: readonly PageRule[], reach: Point, size: Size, free: boolean): DragView {
  const [field] = running.fields;
  if (!field || !running.handle) return still;
  const { handle, others } = running;
  const snap = free ? { by, guides: [] } : snapResize(field.rect, handle, by, { fields: others, rules }, reach);
  const rect = resizeRect(field.rect, handle, snap.by, smallestSize(size));
  return { rects: new Map([[field.id, rect]]), guides: snap.guides };
}

/**
 * Moves and resizes fields by pointer. Only the view changes until the pointer is released. Alt disables snapping. Ruled
 * lines may become available during a drag.
 */
export function useFieldDrag(size: Size, rules: RefObject<readonly PageRule[]>, events: FieldDragEvents) {
  const running = useRef<Running | null>(null);
  const [view, setView] = useState<DragView>(still);

  const begin = (
    event: PointerEvent<HTMLElement>,
    handle: Handle | null,
    fields: readonly Field[],
    others: readonly Field[],
  ): void => {
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    running.current = {
      handle,
      fields,
      others: others.map((field) => field.rect),
      x: event.clientX,
      y: event.clientY,
      meant: false,
    };
  };

  const shiftOf = (event: PointerEvent, from: Running): Point => ({
    x: ((event.clientX - from.x) / size.width) * 100,
    y: ((event.clientY - from.y) / size.height) * 100,
  });
  const reach = { x: (REACH / size.width) * 100, y: (REACH / size.height) * 100 };

  const move = (event: PointerEvent): void => {
    const from = running.current;
    if (!from) return;
    from.meant ||= Math.hypot(event.clientX - from.x, event.clientY - from.y) >= MEANT;
    if (!from.meant) return;
    const by = shiftOf(event, from);
    if (from.handle) setView(resizeView(from, by, rules.current, reach, size, event.altKey));
    else setView(moveView(from, by, rules.current, reach, event.altKey)[0]);
  };

  const end = (event: PointerEvent): void => {
    const from = running.current;
    running.current = null;
    setView(still);
    if (!from) return;
    const [first] = from.fields;
    if (!from.meant) {
      if (first && from.fields.length > 1) events.pressed(first.id);
      return;
    }
    const by = shiftOf(event, from);
    if (from.handle) {
      for (const [id, rect] of resizeView(from, by, rules.current, reach, size, event.altKey).rects) {
        if (first && isRectChanged(first.rect, rect, size)) events.resized(id, rect);
      }
      return;
    }
    const [, shift] = moveView(from, by, rules.current, reach, event.altKey);
    // Snapped back to where it was: nothing to undo.
    if (first && isRectChanged(first.rect, moveRect(first.rect, shift), size)) events.moved(from.fields.map((field) => field.id), shift);
  };

  const cancel = (): void => {
    running.current = null;
    setView(still);
  };

  return { view, begin, move, end, cancel };
}
