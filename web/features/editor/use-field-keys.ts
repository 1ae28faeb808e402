import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useStore } from 'react-redux';
import type { Field } from '#contract/entities/field.ts';
import { nextFocus } from '#contract/entities/field-list.ts';
import type { Point, Size } from '#web/entities/field/geometry.ts';
import { keepOnPage, roundRect } from '#web/entities/field/geometry.ts';
import { announce } from '#web/ui/announce.ts';
import { isCommand, isPlainCommand, letterOf } from '#web/ui/shortcuts.ts';
import type { EditorRoot } from './editor.selectors.ts';
import { selectFields, selectFieldsOnPage, selectSelectedFields } from './editor.selectors.ts';
import { editorActions } from './editor.slice.ts';
import { sizedTo } from './field-edits.ts';
import { focusField, focusPages, focusSelected } from './focus.ts';

const SMALL = 0.25;
const LARGE = 2;

const directions: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

export function stepOf(event: { key: string; shiftKey: boolean }): Point | null {
  const direction = directions[event.key];
  if (!direction) return null;
  const step = event.shiftKey ? LARGE : SMALL;
  return { x: direction.x * step, y: direction.y * step };
}

/** Resizes towards the lower right corner. */
function resizedBy(field: Field, by: Point, paper: Size): Field {
  const { x, y, width, height } = field.rect;
  const rect = {
    x,
    y,
    width: Math.min(Math.max(width + by.x, 1), 100 - x),
    height: Math.min(Math.max(height + by.y, 0.5), 100 - y),
  };
  return sizedTo(field, roundRect(keepOnPage(rect)), paper);
}

/** Frames to wait for the properties of a newly selected field, which render after it. */
const MOST_FRAMES = 120;

function focusProperties(frames = MOST_FRAMES): void {
  const first = document.querySelector<HTMLElement>('[data-properties] button, [data-properties] input');
  if (first) first.focus();
  else if (frames > 0) requestAnimationFrame(() => focusProperties(frames - 1));
}

const actsOnFields = (event: KeyboardEvent): boolean => stepOf(event) !== null || ['Delete', 'Backspace', 'Enter', 'F2'].includes(event.key);

/** Keyboard commands on the fields of a page: move, resize, copy, delete, next and previous. */
export function useFieldKeys(page: number, paper: Size) {
  const dispatch = useDispatch();
  const store = useStore<EditorRoot>();
  const { t } = useTranslation('editor');

  const onCommand = (event: KeyboardEvent, selected: Field[]): boolean => {
    const key = letterOf(event);
    if (key === 'c' && selected.length > 0) {
      dispatch(editorActions.fieldsCopied(selected));
      announce(t('said.copied', { count: selected.length }));
    } else if (key === 'v') {
      dispatch(editorActions.fieldsPasted(page));
      focusSelected();
      announce(t('said.pasted', { page }));
    } else if (key === 'd' && selected.length > 0) {
      dispatch(editorActions.fieldsCopied(selected));
      dispatch(editorActions.fieldsPasted(page));
      focusSelected();
      announce(t('said.pasted', { page }));
    } else if (key === 'a') {
      const all = selectFieldsOnPage(store.getState(), page);
      dispatch(editorActions.fieldsSelected(all.map((field) => field.id)));
      announce(t('said.selected', { count: all.length }));
    } else return false;
    return true;
  };

  const onPlain = (event: KeyboardEvent, selected: Field[]): boolean => {
    const step = stepOf(event);
    const ids = selected.map((field) => field.id);
    if (step && selected.length > 0) {
      if (event.altKey) {
        dispatch(editorActions.fieldsChanged(selected.map((field) => resizedBy(field, step, paper))));
        announce(t('said.resized'));
      } else {
        dispatch(editorActions.fieldsMoved({ ids, by: step }));
        announce(t('said.moved', { count: ids.length }));
      }
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      const next = nextFocus(selectFields(store.getState()), ids[0] ?? null, 1, { build: true });
      dispatch(editorActions.fieldsDeleted(ids));
      announce(t('said.deleted', { count: ids.length }));
      if (next) focusField(next.id);
      else focusPages();
    } else if (event.key === 'Enter' || event.key === 'F2') {
      focusProperties();
    } else if (event.key === 'Escape') {
      dispatch(editorActions.toolChosen(null));
      dispatch(editorActions.fieldsSelected([]));
    } else if (event.key === ' ') {
      const id = (event.target as HTMLElement).dataset['field'];
      if (id) dispatch(editorActions.fieldSelected({ id, extend: true }));
    } else return false;
    return true;
  };

  return (event: KeyboardEvent): void => {
    const { field: focused } = (event.target as HTMLElement).dataset;
    if (!focused) return;
    // After Escape nothing is selected; the keys then act on the focused field.
    if (selectSelectedFields(store.getState()).length === 0 && actsOnFields(event)) dispatch(editorActions.fieldSelected({ id: focused, extend: false }));
    const selected = selectSelectedFields(store.getState());
    const handled = isPlainCommand(event) ? onCommand(event, selected) : !isCommand(event) && onPlain(event, selected);
    if (!handled) return;
    event.preventDefault();
    event.stopPropagation();
  };
}
