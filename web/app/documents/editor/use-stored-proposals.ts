import { useEffect, useState } from 'react';
import { selectUserId } from '#web/entities/session/session.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { selectActiveId, selectProposals } from '#web/features/editor/editor.selectors.ts';
import { editorActions } from '#web/features/editor/editor.slice.ts';
import { toAppError } from '#web/services/app-error.ts';
import { storeProposals, readProposals } from '#web/services/engine/core/stored-proposals.service.ts';

/** Whether this browser has proposals for the file from before; null until known. */
type Before = boolean | null;

/**
 * Proposals outlive the screen: what nobody decided on is proposed again. Says whether there were any before, so that
 * a document that was looked through once is not looked through again by itself.
 */
export function useStoredProposals(fileId: string, isOpen: boolean): Before {
  const dispatch = useAppDispatch();
  const userId = useAppSelector(selectUserId);
  const isShown = useAppSelector((state) => selectActiveId(state) === fileId);
  const proposals = useAppSelector(selectProposals);
  const [before, setBefore] = useState<{ fileId: string; were: boolean } | null>(null);
  const known = before?.fileId === fileId ? before : null;

  useEffect(() => {
    if (!isOpen) return undefined;
    let wanted = true;
    readProposals(userId, fileId).then(
      (stored) => {
        if (!wanted) return;
        if (stored && stored.fields.length > 0) dispatch(editorActions.fieldsDetected({ id: fileId, fields: [...stored.fields] }));
        setBefore({ fileId, were: stored !== undefined });
      },
      () => wanted && setBefore({ fileId, were: false }),
    );
    return () => {
      wanted = false;
    };
  }, [dispatch, userId, fileId, isOpen]);

  const started = known !== null && (known.were || proposals.length > 0);
  useEffect(() => {
    if (!started || !isShown) return;
    if (known && !known.were) setBefore({ fileId, were: true });
    storeProposals(userId, fileId, proposals).catch((error: unknown) => console.warn('Proposals are not kept', toAppError(error).code));
  }, [started, isShown, known, userId, fileId, proposals]);
  return known?.were ?? null;
}
