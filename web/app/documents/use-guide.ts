import { useCallback, useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useStore } from 'react-redux';
import { isPictureType } from '#contract/entities/field-rules.ts';
import type { AppStore } from '#web/entities/store.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import type { SigningRoot } from '#web/features/signing/signing.selectors.ts';
import { selectFileFields, selectFocused, selectProgress } from '#web/features/signing/signing.selectors.ts';
import type { Place } from '#web/features/signing/signing.slice.ts';
import { signingActions } from '#web/features/signing/signing.slice.ts';
import type { ViewerHandle } from '#web/features/viewer/use-viewer-handle.ts';

export interface Guide {
  /** The place for which a picture is being made. */
  readonly picture: Place | null;
  readonly askPicture: (place: Place) => void;
  readonly pictureDone: () => void;
  readonly go: (place: Place) => void;
  readonly first: () => void;
}

const TRIES = 40;

/** Puts the cursor into a place as soon as its page is drawn. */
function focusInput(place: Place, tries = TRIES): void {
  const selector = `[data-place="${CSS.escape(`${place.fileId}/${place.fieldId}`)}"] [data-input]`;
  const input = document.querySelector<HTMLElement>(selector);
  if (input) input.focus({ preventScroll: true });
  else if (tries > 0) requestAnimationFrame(() => focusInput(place, tries - 1));
}

/** Leads from place to place, across pages and documents. */
export function useGuide(viewer: RefObject<ViewerHandle | null>, shown: string, choose: (fileId: string) => void): Guide {
  const dispatch = useAppDispatch();
  const store = useStore() as AppStore;
  const [picture, setPicture] = useState<Place | null>(null);
  const awaited = useRef<Place | null>(null);

  const show = useCallback(
    (place: Place): void => {
      const fields = selectFileFields(store.getState() as SigningRoot, place.fileId);
      const field = fields.find((each) => each.id === place.fieldId);
      if (!field) return;
      viewer.current?.showRect(field.page, field.rect);
      focusInput(place);
    },
    [store, viewer],
  );
  const go = useCallback(
    (place: Place): void => {
      if (isOpenPicture(store.getState() as SigningRoot, place)) {
        setPicture(place);
        return;
      }
      dispatch(signingActions.fieldFocused(place));
      if (place.fileId === shown) {
        show(place);
        return;
      }
      awaited.current = place;
      choose(place.fileId);
    },
    [dispatch, store, shown, show, choose],
  );
  useEffect(() => {
    const place = awaited.current;
    if (!place || place.fileId !== shown) return undefined;
    awaited.current = null;
    return whenShown(viewer, () => show(place));
  }, [shown, show, viewer]);

  const pictureDone = (): void => {
    const place = picture;
    setPicture(null);
    if (place) focusInput(place);
  };
  const first = (): void => {
    const { next } = selectProgress(store.getState() as SigningRoot);
    if (next) go(next);
  };
  return { picture, askPicture: setPicture, pictureDone, go, first };
}

/** Going on to the place one is at already means making what belongs there. */
function isOpenPicture(root: SigningRoot, place: Place): boolean {
  const focused = selectFocused(root);
  if (focused?.fieldId !== place.fieldId || focused.fileId !== place.fileId) return false;
  const field = selectFileFields(root, place.fileId).find((each) => each.id === place.fieldId);
  return field !== undefined && isPictureType(field.type) && field.value === null;
}

/** Waits until another document is opened in the viewer. */
function whenShown(viewer: RefObject<ViewerHandle | null>, act: () => void): () => void {
  let frames = 0;
  let frame = requestAnimationFrame(function look() {
    frames += 1;
    if (viewer.current && frames > 1) act();
    else if (frames < 600) frame = requestAnimationFrame(look);
  });
  return () => cancelAnimationFrame(frame);
}

