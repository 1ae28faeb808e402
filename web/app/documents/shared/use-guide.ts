import { useCallback, useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useStore } from 'react-redux';
import { isPictureType } from '#contract/entities/field-rules.ts';
import type { AppStore } from '#web/entities/store.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import type { GuideActions } from '#web/features/signing/guide-actions.ts';
import type { Way } from '#web/features/signing/picture-ways.ts';
import type { SigningRoot } from '#web/features/signing/signing.selectors.ts';
import { selectFileFields, selectFocused, selectOpen, selectPlaces, selectProgress, stopAt } from '#web/features/signing/signing.selectors.ts';
import type { FieldRef } from '#web/features/signing/signing.slice.ts';
import { signingActions } from '#web/features/signing/signing.slice.ts';
import { useHandheld } from '#web/features/signing/use-handheld.ts';
import type { ViewerHandle } from '#web/features/viewer/use-viewer-handle.ts';
import { focusField } from './focus-field.ts';

interface PictureWish {
  readonly place: FieldRef;
  /** The tab that is shown first. */
  readonly way?: Way | undefined;
}

export interface Guide extends GuideActions {
  /** The field whose picture dialog is open. */
  readonly picture: PictureWish | null;
  /** Closes the picture dialog, and moves to the next field if a picture was set. */
  readonly pictureDone: (isUsed: boolean) => void;
  readonly first: () => void;
}

interface GuideOptions {
  /** Id of the document in the viewer. */
  readonly shown: string;
  readonly choose: (fileId: string) => void;
  /** Called when all required fields are filled. */
  readonly onComplete: () => void;
}

/** The guide: moves from field to field, across pages and documents. */
export function useGuide(viewer: RefObject<ViewerHandle | null>, { shown, choose, onComplete }: GuideOptions): Guide {
  const dispatch = useAppDispatch();
  const store = useStore() as AppStore;
  const [picture, setPicture] = useState<PictureWish | null>(null);
  const complete = useRef(onComplete);
  complete.current = onComplete;
  const bring = useBringing(viewer, shown, choose);
  useFollowing(viewer, shown);
  const root = useCallback((): SigningRoot => store.getState() as SigningRoot, [store]);
  const go = useCallback(
    (place: FieldRef): void => {
      if (isOpenPicture(root(), place)) {
        setPicture({ place });
        return;
      }
      dispatch(signingActions.fieldFocused(place));
      bring(place);
    },
    [dispatch, root, bring],
  );
  const askPicture = useCallback((place: FieldRef, way?: Way): void => {
    setPicture({ place, way });
  }, []);
  const next = useCallback((): void => {
    const progress = selectProgress(root());
    if (progress.next) go(progress.next);
    else if (progress.complete) complete.current();
  }, [go, root]);
  const openPlace = useCallback((): void => {
    const [open] = selectOpen(root());
    if (!open) return;
    dispatch(signingActions.fieldFocused(open));
    bring(open);
  }, [dispatch, root, bring]);
  const close = useCallback((): void => void dispatch(signingActions.fieldFocused(null)), [dispatch]);
  const first = useCallback((): void => {
    const { next: begin } = selectProgress(root());
    if (begin) go(begin);
  }, [go, root]);
  const pictureDone = (isUsed: boolean): void => {
    const place = picture?.place;
    setPicture(null);
    if (!place) return;
    if (isUsed) next();
    else focusField(place);
  };
  return { picture, askPicture, pictureDone, go, next, openPlace, close, first };
}

/** Scrolls to a field and focuses it. Waits for a document that is loading or needs its password. */
function useBringing(viewer: RefObject<ViewerHandle | null>, shown: string, choose: (fileId: string) => void): (place: FieldRef) => void {
  const store = useStore() as AppStore;
  const awaited = useRef<FieldRef | null>(null);
  const waiting = useRef<(() => void) | null>(null);
  const show = useCallback(
    (place: FieldRef): void => {
      const fields = selectFileFields(store.getState() as SigningRoot, place.fileId);
      const field = fields.find((each) => each.id === place.fieldId);
      if (!field) return;
      viewer.current?.showRect(field.page, field.rect);
      focusField(place);
    },
    [store, viewer],
  );
  const showWhenOpen = useCallback(
    (place: FieldRef): void => {
      waiting.current?.();
      waiting.current = whenShown(viewer, () => show(place));
    },
    [show, viewer],
  );
  useEffect(() => () => waiting.current?.(), []);
  useEffect(() => {
    const place = awaited.current;
    if (!place || place.fileId !== shown) return;
    awaited.current = null;
    showWhenOpen(place);
  }, [shown, showWhenOpen]);
  return useCallback(
    (place: FieldRef): void => {
      if (place.fileId !== shown) {
        awaited.current = place;
        choose(place.fileId);
      } else if (viewer.current) show(place);
      else showWhenOpen(place);
    },
    [shown, show, showWhenOpen, viewer, choose],
  );
}

/** Keeps the current field visible when a panel or the keyboard covers the page. */
function useFollowing(viewer: RefObject<ViewerHandle | null>, shown: string): void {
  const store = useStore() as AppStore;
  const focused = useAppSelector(selectFocused);
  const isHandheld = useHandheld();
  useEffect(() => {
    if (!isHandheld || focused?.fileId !== shown) return undefined;
    let frame = 0;
    const show = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        const field = selectFileFields(store.getState() as SigningRoot, focused.fileId).find(({ id }) => id === focused.fieldId);
        if (field) viewer.current?.showRect(field.page, field.rect);
      });
    };
    show();
    window.visualViewport?.addEventListener('resize', show);
    return () => {
      cancelAnimationFrame(frame);
      window.visualViewport?.removeEventListener('resize', show);
    };
  }, [viewer, store, focused, shown, isHandheld]);
}

/** Moving to the current field again opens its picture dialog. */
function isOpenPicture(root: SigningRoot, place: FieldRef): boolean {
  const stops = selectPlaces(root);
  const at = stopAt(stops, selectFocused(root));
  if (at < 0 || at !== stopAt(stops, place)) return false;
  const field = selectFileFields(root, place.fileId).find((each) => each.id === place.fieldId);
  return field !== undefined && isPictureType(field.type) && field.value === null;
}

/** Resolves when a document is open in the viewer. */
function whenShown(viewer: RefObject<ViewerHandle | null>, act: () => void): () => void {
  let frames = 0;
  let frame = requestAnimationFrame(function look() {
    frames += 1;
    if (viewer.current && frames > 1) act();
    else frame = requestAnimationFrame(look);
  });
  return () => cancelAnimationFrame(frame);
}
