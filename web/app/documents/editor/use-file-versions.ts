import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'react-redux';
import { selectUserId } from '#web/entities/session/session.slice.ts';
import type { AppStore } from '#web/entities/store.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { selectFile } from '#web/features/editor/editor.selectors.ts';
import { editorActions } from '#web/features/editor/editor.slice.ts';
import { deleteStoredFields, readStoredFields } from '#web/features/editor/stored-fields.ts';
import { notify } from '#web/ui/snackbar.ts';
import type { EditedDocument } from './EditorWorkspace.tsx';

/** Restores fields that were not saved to the server before a reload or a crash. */
export function useStoredFields({ id, version }: EditedDocument, known: boolean): void {
  const { t } = useTranslation('drafts');
  const dispatch = useAppDispatch();
  const store = useStore() as AppStore;
  const userId = useAppSelector(selectUserId);
  const isOnServer = version !== undefined;
  useEffect(() => {
    if (!known || !isOnServer || !userId) return undefined;
    let wanted = true;
    void readStoredFields(userId, id).then((stored) => {
      const before = selectFile(store.getState(), id);
      // A changed file has been open all the time, so the stored fields are those on screen.
      if (!wanted || !stored || before?.version !== 0) return;
      dispatch(editorActions.draftRestored({ id, ...stored }));
      if (selectFile(store.getState(), id) === before) void deleteStoredFields(userId, id);
      else notify(t('restored'), { id: 'draft-restored' });
    });
    return () => {
      wanted = false;
    };
  }, [dispatch, id, isOnServer, known, store, t, userId]);
}

/** Merges changes that others save while the document is open. */
export function useOthersChanges({ id, fields, version }: EditedDocument): void {
  const dispatch = useAppDispatch();
  const file = useAppSelector((state) => selectFile(state, id));
  const isBehind = file?.base !== undefined && file.base !== null && version !== undefined && version > file.base.version && file.save !== 'saving' && file.conflict?.version !== version;
  useEffect(() => {
    if (isBehind && version !== undefined) dispatch(editorActions.othersChangesReceived({ id, theirs: { fields: fields ?? [], version } }));
  }, [dispatch, fields, id, isBehind, version]);
}
