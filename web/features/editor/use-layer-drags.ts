import { useTranslation } from 'react-i18next';
import { useDispatch, useStore } from 'react-redux';
import type { Field } from '#contract/entities/field.ts';
import type { Point, Rect } from '#web/entities/field/geometry.ts';
import { contains, overlaps } from '#web/entities/field/geometry.ts';
import { announce } from '#web/ui/announce.ts';
import type { EditorLayerProps } from './EditorLayer.tsx';
import type { EditorRoot } from './editor.selectors.ts';
import { selectAssignee, selectSelection, selectTool } from './editor.selectors.ts';
import { editorActions } from './editor.slice.ts';
import { rectAround } from './field-edits.ts';
import { focusSelected } from './focus.ts';
import { useRulesOf } from './pages-under.ts';
import { useFieldDrag } from './use-field-drag.ts';
import { useBandDrag } from './use-place-drag.ts';

/** Moves and resizes fields, and announces the result. */
export function useLayerDrag({ page, size, paper }: EditorLayerProps) {
  const { t } = useTranslation('editor');
  const dispatch = useDispatch();
  const rules = useRulesOf(page);
  return useFieldDrag(size, rules, {
    pressed: (id) => dispatch(editorActions.fieldSelected({ id, extend: false })),
    moved: (ids, by) => {
      dispatch(editorActions.fieldsMoved({ ids, by }));
      announce(t('said.moved', { count: ids.length }));
    },
    resized: (id, rect) => {
      dispatch(editorActions.fieldResized({ id, rect, paper }));
      announce(t('said.resized'));
    },
  });
}

/** Drags on the empty page: draws a new field if a field type is selected, else a selection rectangle. */
export function useLayerBand({ page, size, paper }: EditorLayerProps, fields: readonly Field[]) {
  const { t } = useTranslation('editor');
  const dispatch = useDispatch();
  const store = useStore<EditorRoot>();
  const onBand = (rect: Rect | null, at: Point, extend: boolean): void => {
    const root = store.getState();
    const tool = selectTool(root);
    if (tool) {
      const place = rect ?? rectAround(tool, at, paper);
      dispatch(editorActions.fieldPlaced({ type: tool, page, rect: place, recipient: selectAssignee(root), paper }));
      announce(t('said.placed', { kind: t(`types.${tool}`), page }));
      focusSelected();
      return;
    }
    const under = fields.filter((field) => (rect ? overlaps(field.rect, rect) : contains(field.rect, at)));
    const ids = under.map((field) => field.id);
    dispatch(editorActions.fieldsSelected(extend ? [...new Set([...selectSelection(root), ...ids])] : ids));
    if (ids.length > 0) focusSelected();
  };
  return useBandDrag(size, onBand);
}
