import { memo, useCallback, useMemo } from 'react';
import type { CSSProperties, PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector, useStore } from 'react-redux';
import type { Field } from '#contract/entities/field.ts';
import type { Handle, Point, Rect, Size } from '#web/entities/field/geometry.ts';
import { contains, overlaps } from '#web/entities/field/geometry.ts';
import { announce } from '#web/ui/announce.ts';
import type { EditorRoot } from './editor.selectors.ts';
import {
  selectAssignee,
  selectFieldsOnPage,
  selectProposalsOnPage,
  selectSelection,
  selectTool,
} from './editor.selectors.ts';
import { editorActions } from './editor.slice.ts';
import { rectAround } from './field-edits.ts';
import { FieldBox, placeStyle } from './FieldBox.tsx';
import { personOf, usePeople } from './people.ts';
import { ProposalBox } from './ProposalBox.tsx';
import { useFieldDrag } from './use-field-drag.ts';
import { useBandDrag } from './use-place-drag.ts';
import { useFieldKeys } from './use-field-keys.ts';
import styles from './editor.module.scss';

interface EditorLayerProps {
  page: number;
  /** CSS pixels of the page as it is shown. */
  size: Size;
  /** Points of the page. */
  paper: Size;
}

/** Everything of the editor that lies over one page. */
export const EditorLayer = memo(function EditorLayer({ page, size, paper }: EditorLayerProps) {
  const { t } = useTranslation('editor');
  const dispatch = useDispatch();
  const people = usePeople();
  const fields = useSelector((root: EditorRoot) => selectFieldsOnPage(root, page));
  const proposals = useSelector((root: EditorRoot) => selectProposalsOnPage(root, page));
  const selection = useSelector(selectSelection);
  const tool = useSelector(selectTool);
  const assignee = useSelector(selectAssignee);
  const chosen = useMemo(() => new Set(selection), [selection]);

  const drag = useFieldDrag(size, {
    moved: (ids, by) => {
      dispatch(editorActions.fieldsMoved({ ids, by }));
      announce(t('said.moved', { count: ids.length }));
    },
    resized: (id, rect) => {
      dispatch(editorActions.fieldResized({ id, rect }));
      announce(t('said.resized'));
    },
  });

  const onBand = (rect: Rect | null, at: Point, extend: boolean): void => {
    if (tool) {
      const place = rect ?? rectAround(tool, at, paper);
      dispatch(editorActions.fieldPlaced({ type: tool, page, rect: place, recipient: assignee }));
      announce(t('said.placed', { kind: t(`types.${tool}`), page }));
      return;
    }
    const under = rect ? fields.filter((field) => overlaps(field.rect, rect)) : fields.filter((field) => contains(field.rect, at));
    const ids = under.map((field) => field.id);
    dispatch(editorActions.fieldsSelected(extend ? [...new Set([...selection, ...ids])] : ids));
  };
  const band = useBandDrag(size, onBand);

  const onGrab = useGrab(fields, chosen, drag.begin);
  const onFocused = useFocusSelect();
  const onKeyDown = useFieldKeys(page);

  return (
    <div
      className={styles.layer}
      data-armed={tool ?? undefined}
      style={{ '--point': `${size.width / paper.width}px` } as CSSProperties}
      role="group"
      aria-label={t('fieldsOnPage', { page })}
      onKeyDown={onKeyDown}
      onPointerDown={band.onPointerDown}
      onPointerMove={(event) => {
        band.onPointerMove(event);
        drag.move(event);
      }}
      onPointerUp={(event) => {
        band.onPointerUp(event);
        drag.end(event);
      }}
      onPointerCancel={drag.cancel}
    >
      {proposals.map((field) => (
        <ProposalBox key={field.id} field={field} />
      ))}
      {fields.map((field) => (
        <FieldBox
          key={field.id}
          field={field}
          rect={drag.view.rects.get(field.id) ?? field.rect}
          person={personOf(people, field.recipient)}
          selected={chosen.has(field.id)}
          alone={chosen.size === 1}
          onGrab={onGrab}
          onFocused={onFocused}
        />
      ))}
      {drag.view.guides.map((guide) => (
        <span
          key={`${guide.axis}${guide.at}`}
          className={styles.guide}
          data-axis={guide.axis}
          style={guide.axis === 'x' ? { left: `${guide.at}%` } : { top: `${guide.at}%` }}
          aria-hidden
        />
      ))}
      {band.band ? <span className={styles.band} style={placeStyle(band.band)} aria-hidden /> : null}
    </div>
  );
});

type Begin = ReturnType<typeof useFieldDrag>['begin'];

/** Picking a field up selects it; Shift adds it to what is selected. */
function useGrab(fields: readonly Field[], chosen: ReadonlySet<string>, begin: Begin) {
  const dispatch = useDispatch();
  const grab = (event: PointerEvent<HTMLElement>, field: Field, handle: Handle | null): void => {
    if (event.button !== 0) return;
    const extend = event.shiftKey || event.ctrlKey || event.metaKey;
    if (!chosen.has(field.id) || extend) {
      dispatch(editorActions.fieldSelected({ id: field.id, extend }));
    }
    const moving = chosen.has(field.id) && !extend && !handle ? fields.filter((each) => chosen.has(each.id)) : [field];
    const ordered = [field, ...moving.filter((each) => each.id !== field.id)];
    const others = fields.filter((each) => !ordered.includes(each));
    begin(event, handle, ordered, others);
  };
  return useCallback(grab, [fields, chosen, begin, dispatch]);
}

/** Reaching a field by keyboard selects it, unless it already is part of a selection. */
function useFocusSelect() {
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
