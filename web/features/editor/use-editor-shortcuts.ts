import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { FieldType } from '#contract/entities/field.ts';
import { advancedFieldTypes, type PlanFlags } from '#contract/permissions/plan.permissions.ts';
import { isCommand, isPlainCommand, letterOf, singleLettersOn } from '#web/ui/shortcuts.ts';
import { announce } from '#web/ui/announce.ts';
import { editorActions } from './editor.slice.ts';
import { useIncludes } from './plan.ts';

export const typeKeys: Readonly<Record<string, FieldType>> = {
  t: 'text',
  d: 'date',
  c: 'checkmark',
  r: 'radio',
  s: 'signature',
  i: 'initials',
  p: 'image',
  l: 'link',
};

/** Whether the focus is in a text input or a dialog. */
function isElsewhere(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=listbox], [role=menu]') !== null;
}

/** Undo, redo and the single-letter shortcuts of the palette, on the whole editor screen. */
export function useEditorShortcuts(enabled: boolean, plan: PlanFlags | null): void {
  const dispatch = useDispatch();
  const { t } = useTranslation('editor');
  const { t: words } = useTranslation('plan');
  const includes = useIncludes(plan);
  useEffect(() => {
    if (!enabled) return undefined;
    const pressed = (event: KeyboardEvent): void => {
      if (isElsewhere(event.target) || event.defaultPrevented) return;
      const key = letterOf(event);
      if (isPlainCommand(event) && (key === 'z' || key === 'y')) {
        event.preventDefault();
        const redo = key === 'y' || event.shiftKey;
        dispatch(redo ? editorActions.redone() : editorActions.undone());
        announce(redo ? t('said.redone') : t('said.undone'));
        return;
      }
      const type = key === null || isCommand(event) || event.altKey || !singleLettersOn() ? undefined : typeKeys[key];
      if (!type) return;
      event.preventDefault();
      if (advancedFieldTypes.includes(type) && !includes('allowAdvancedFields')) {
        announce(words('lacks', { features: words('features.allowAdvancedFields') }));
        return;
      }
      dispatch(editorActions.toolChosen(type));
      announce(t('said.armed', { kind: t(`types.${type}`) }));
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, [enabled, dispatch, t, words, includes]);
}
