import { useEffect } from 'react';
import { useStore } from 'react-redux';
import { selectUserId } from '#web/entities/session/session.slice.ts';
import type { AppStore } from '#web/entities/store.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { saveAll, startAutosave } from '#web/features/editor/autosave.ts';
import { selectIsStoredLocally, selectUnsaved } from '#web/features/editor/editor.selectors.ts';
import { editorActions } from '#web/features/editor/editor.slice.ts';
import { startFieldStorageListener } from '#web/features/editor/stored-fields.ts';
import { useLeavingNotice } from '../shared/use-leaving-notice.ts';
import { useWhenHidden } from '../shared/use-when-hidden.ts';

/** Autosaves while the editor is open, and when it is closed or hidden. Without browser storage the person is warned before closing. */
export function useEditorLife(active = true): void {
  const dispatch = useAppDispatch();
  const store = useStore() as AppStore;
  const userId = useAppSelector(selectUserId);
  const isLost = useAppSelector((state) => active && !selectIsStoredLocally(state) && selectUnsaved(state).length > 0);
  useLeavingNotice(isLost);
  useWhenHidden(() => void (active && saveAll(store)));
  useEffect(() => {
    if (!active || !userId) return undefined;
    const stops = [startAutosave(), startFieldStorageListener(userId)];
    return () => {
      stops[0]?.();
      void saveAll(store).then(() => {
        stops[1]?.();
        dispatch(editorActions.editorClosed());
      });
    };
  }, [active, dispatch, store, userId]);
}
