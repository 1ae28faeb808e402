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

const TRIES = 120;
/** So many frames it has to stay there: a dialog that closes gives the focus back to where it came from. */
const HELD = 20;

/** Nobody put the focus there: it fell back to what stands around everything. */
const isAdrift = (): boolean => document.activeElement === null || document.activeElement.matches('body, [tabindex="-1"]');

/** Puts the cursor into a place as soon as its page is drawn. */
function focusInput(place: Place, tries = TRIES, held = 0): void {
  const selector = `[data-place="${CSS.escape(`${place.fileId}/${place.fieldId}`)}"] [data-input]`;
  const input = document.querySelector<HTMLElement>(selector);
  const isThere = input !== null && document.activeElement === input;
  if (isThere && held >= HELD) return;
  // Whoever went on from there meanwhile is left alone.
  if (!isThere && held > 0 && !isAdrift()) return;
  if (!isThere) input?.focus({ preventScroll: true });
  if (tries > 0) requestAnimationFrame(() => focusInput(place, tries - 1, isThere ? held + 1 : held));
}

/** Leads from place to place, across pages and documents. */
export function useGuide(viewer: RefObject<ViewerHandle | null>, shown: string, choose: (fileId: string) => void): Guide {
  const dispatch = useAppDispatch();
  const store = useStore() as AppStore;
  const [picture, setPicture] = useState<Place | null>(null);
  const awaited = useRef<Place | null>(null);
  const waiting = useRef<(() => void) | null>(null);

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
  /** A document that is still on its way, or asks for its password, is waited for. */
  const showWhenOpen = useCallback(
    (place: Place): void => {
      waiting.current?.();
      waiting.current = whenShown(viewer, () => show(place));
    },
    [show, viewer],
  );
  useEffect(() => () => waiting.current?.(), []);
  const go = useCallback(
    (place: Place): void => {
      if (isOpenPicture(store.getState() as SigningRoot, place)) {
        setPicture(place);
        return;
      }
      dispatch(signingActions.fieldFocused(place));
      if (place.fileId === shown) {
        if (viewer.current) show(place);
        else showWhenOpen(place);
        return;
      }
      awaited.current = place;
      choose(place.fileId);
    },
    [dispatch, store, shown, show, showWhenOpen, viewer, choose],
  );
  useEffect(() => {
    const place = awaited.current;
    if (!place || place.fileId !== shown) return;
    awaited.current = null;
    showWhenOpen(place);
  }, [shown, showWhenOpen]);

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

/** Waits until a document is open in the viewer. */
function whenShown(viewer: RefObject<ViewerHandle | null>, act: () => void): () => void {
  let frames = 0;
  let frame = requestAnimationFrame(function look() {
    frames += 1;
    if (viewer.current && frames > 1) act();
    else frame = requestAnimationFrame(look);
  });
  return () => cancelAnimationFrame(frame);
}

