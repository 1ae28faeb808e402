import { useEffect } from 'react';
import { useStore } from 'react-redux';
import type { AppStore } from '#web/entities/store.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { saveAll, startAutosave } from '#web/features/editor/autosave.ts';
import { selectUnsaved } from '#web/features/editor/editor.selectors.ts';
import { editorActions } from '#web/features/editor/editor.slice.ts';
import { useLeavingNotice } from './use-leaving-notice.ts';

/** Saving while the editor is open, and once more when it is left; whoever closes the window before that is asked. */
export function useEditorLife(active = true): void {
  const dispatch = useAppDispatch();
  const store = useStore() as AppStore;
  const unsaved = useAppSelector((state) => active && selectUnsaved(state).length > 0);
  useLeavingNotice(unsaved);
  useEffect(() => {
    if (!active) return undefined;
    const stop = startAutosave();
    return () => {
      stop();
      void saveAll(store).then(() => dispatch(editorActions.editorClosed()));
    };
  }, [active, dispatch, store]);
}
