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

/**
 * Picking a field up selects it; Shift adds it to what is selected. The function stays the same while fields and
 * selection change, so that a press does not draw every field of the page again.
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
      if (!isChosen || extend) dispatch(editorActions.fieldSelected({ id: field.id, extend }));
      const moving = isChosen && !extend && !handle ? now.fields.filter((each) => now.chosen.has(each.id)) : [field];
      const ordered = [field, ...moving.filter((each) => each.id !== field.id)];
      now.begin(event, handle, ordered, now.fields.filter((each) => !ordered.includes(each)));
    },
    [dispatch],
  );
}

/** Reaching a field by keyboard selects it, unless it already is part of a selection. */
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
