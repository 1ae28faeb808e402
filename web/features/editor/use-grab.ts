import { useCallback, useRef } from 'react';
import type { PointerEvent } from 'react';
import { useDispatch, useStore } from 'react-redux';
import type { Field } from '#contract/entities/field.ts';
import type { Handle } from '#web/entities/field/geometry.ts';
import type { EditorRoot } from './editor.selectors.ts';
import { selectSelection } from './editor.selectors.ts';
import { editorActions } from './editor.slice.ts';
import type { useFieldDrag } from './use-field-drag.ts';

export type Grab = (event: PointerEvent<HTMLElement>, field: Field, handle: Handle | null) => void;

type Begin = ReturnType<typeof useFieldDrag>['begin'];

/** Long press, in milliseconds. */
const LONG_PRESS = 450;
/** Movement tolerance of a press, in pixels. */
const STILL = 10;

/** A touch on an unselected field may start a scroll. A tap or long press selects the field; only then can it be dragged. */
function awaitTap(event: PointerEvent<HTMLElement>, select: () => void): void {
  const { clientX, clientY, pointerId } = event;
  const ended = new AbortController();
  const timer = setTimeout(() => {
    ended.abort();
    select();
  }, LONG_PRESS);
  const over = (): void => {
    clearTimeout(timer);
    ended.abort();
  };
  const options = { signal: ended.signal };
  const own = (act: (next: globalThis.PointerEvent) => void) => (next: globalThis.PointerEvent) => (next.pointerId === pointerId ? act(next) : undefined);
  window.addEventListener('pointermove', own((next) => (Math.hypot(next.clientX - clientX, next.clientY - clientY) > STILL ? over() : undefined)), options);
  window.addEventListener('pointercancel', own(over), options);
  window.addEventListener('pointerup', own(() => {
    over();
    select();
  }), options);
}

/**
 * Selects a field on pointer down; Shift adds it to the selection. The returned function is stable, so that a press does
 * not re-render every field of the page.
 */
export function useGrab(fields: readonly Field[], chosen: ReadonlySet<string>, begin: Begin): Grab {
  const dispatch = useDispatch();
  const latest = useRef({ fields, chosen, begin });
  latest.current = { fields, chosen, begin };
  return useCallback(
    (event, field, handle) => {
      if (event.button !== 0) return;
      const now = latest.current;
      const extend = event.shiftKey || event.ctrlKey || event.metaKey;
      const isChosen = now.chosen.has(field.id);
      const select = (): void => void dispatch(editorActions.fieldSelected({ id: field.id, extend }));
      if (event.pointerType === 'touch' && !isChosen) {
        event.stopPropagation();
        awaitTap(event, select);
        return;
      }
      if (!isChosen || extend) select();
      const moving = isChosen && !extend && !handle ? now.fields.filter((each) => now.chosen.has(each.id)) : [field];
      const ordered = [field, ...moving.filter((each) => each.id !== field.id)];
      now.begin(event, handle, ordered, now.fields.filter((each) => !ordered.includes(each)));
    },
    [dispatch],
  );
}

/** Selects a field on keyboard focus, unless it is already selected. */
export function useFocusSelect() {
  const dispatch = useDispatch();
  const store = useStore<EditorRoot>();
  return useCallback(
    (field: Field) => {
      if (selectSelection(store.getState()).includes(field.id)) return;
      if (!document.activeElement?.matches(':focus-visible')) return;
      dispatch(editorActions.fieldSelected({ id: field.id, extend: false }));
    },
    [dispatch, store],
  );
}
