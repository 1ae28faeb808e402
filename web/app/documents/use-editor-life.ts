import { useEffect } from 'react';
import { useStore } from 'react-redux';
import type { AppStore } from '#web/entities/store.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { saveAll, startAutosave } from '#web/features/editor/autosave.ts';
import { editorActions } from '#web/features/editor/editor.slice.ts';

/** Saving while the editor is open, and once more when it is left. */
export function useEditorLife(active = true): void {
  const dispatch = useAppDispatch();
  const store = useStore() as AppStore;
  useEffect(() => {
    if (!active) return undefined;
    const stop = startAutosave();
    return () => {
      stop();
      void saveAll(store).then(() => dispatch(editorActions.editorClosed()));
    };
  }, [active, dispatch, store]);
}
