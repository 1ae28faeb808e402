import { useEffect } from 'react';
import type { RefObject } from 'react';
import { useStore } from 'react-redux';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import type { EditorRoot } from '#web/features/editor/editor.selectors.ts';
import { selectProposals, selectRevealed, selectReview } from '#web/features/editor/editor.selectors.ts';
import { editorActions } from '#web/features/editor/editor.slice.ts';
import { focusSelected } from '#web/features/editor/focus.ts';
import type { ViewerHandle } from '#web/features/viewer/use-viewer-handle.ts';

/** Scrolls to the proposal under review or to a requested field, which also gets the focus. */
export function useInSight(viewer: RefObject<ViewerHandle | null>, isOpen: boolean): void {
  const dispatch = useAppDispatch();
  const store = useStore<EditorRoot>();
  const review = useAppSelector(selectReview);
  const revealed = useAppSelector(selectRevealed);
  useEffect(() => {
    const field = isOpen && review !== null ? selectProposals(store.getState()).find(({ id }) => id === review) : undefined;
    if (field) viewer.current?.showRect(field.page, field.rect);
  }, [viewer, store, isOpen, review]);
  useEffect(() => {
    if (!isOpen || !revealed) return;
    viewer.current?.showRect(revealed.page, revealed.rect);
    dispatch(editorActions.revealed(null));
    focusSelected();
  }, [dispatch, viewer, isOpen, revealed]);
}
