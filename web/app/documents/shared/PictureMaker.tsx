import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useDeployment } from '#web/entities/deployment/use-deployment.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import type { UnsignedValue } from '#contract/entities/field.ts';
import { isTemporary } from '#contract/entities/field.ts';
import type { MediaType } from '#contract/entities/media.ts';
import { fetchMedia, storeMedia } from '#web/entities/media/media.requests.ts';
import { mediaDataUrl } from '#web/entities/media/media-picture.ts';
import { ownMedia } from '#web/entities/media/media.slice.ts';
import type { StoredPicture } from '#web/features/signing/SignatureDialog.tsx';
import { SignatureDialog } from '#web/features/signing/SignatureDialog.tsx';
import type { Way } from '#web/features/signing/picture-ways.ts';
import { selectFileFields, selectMadeHere } from '#web/features/signing/signing.selectors.ts';
import type { FieldRef } from '#web/features/signing/signing.slice.ts';
import { signingActions } from '#web/features/signing/signing.slice.ts';
import { prefersTyping } from '#web/features/signing/use-handheld.ts';
import { pictureBlob } from '#web/services/pictures.ts';
import { toAppError } from '#web/services/app-error.ts';

interface PictureMakerProps {
  place: FieldRef;
  /** The tab that is shown first. */
  way?: Way | undefined;
  name: string;
  /** Whether to save the picture to the account. */
  remember: boolean;
  /** Called when the dialog closes, with or without a picture. */
  onClose: (isUsed: boolean) => void;
}

const MOST_OFFERED = 3;

/** Dialog for the picture of a field; offers earlier pictures of the person. */
export function PictureMaker({ place, way, name, remember, onClose }: PictureMakerProps) {
  const dispatch = useAppDispatch();
  const field = useAppSelector((state) => selectFileFields(state, place.fileId)).find((each) => each.id === place.fieldId);
  const type: MediaType = field?.type === 'initials' ? 'initials' : field?.type === 'image' ? 'photo' : 'signature';
  const stored = useStoredPictures(type, remember);
  const here = useAppSelector((state) => selectMadeHere(state, field?.type ?? 'signature'));
  const allowPhone = useDeployment(remember)?.allowPhoneCapture ?? false;
  const camera = useLocation().pathname.endsWith('/photo_capturing');
  if (!field) return null;
  const done = (value: UnsignedValue): void => {
    dispatch(signingActions.pictureChosen({ ...place, value }));
    onClose(true);
    // Pictures from a phone are saved already.
    if (!remember || !isTemporary(value) || !value.url || value.fillType === 'smartphone') return;
    // Saving is optional, so a failure does not stop the signing.
    dispatch(storeMedia({ type, fillType: value.fillType, image: pictureBlob(value.url) })).catch((error: unknown) => console.info('The picture was not kept for later', toAppError(error).code));
  };
  return (
    <SignatureDialog
      field={field}
      name={name}
      stored={offeredAgain(here, stored)}
      allowPhone={remember && allowPhone}
      start={way ?? (camera ? 'capture' : prefersTyping() ? 'typeIn' : undefined)}
      onDone={done}
      onClose={() => onClose(false)}
    />
  );
}

/** Pictures of this document first, then saved ones, without duplicates. */
function offeredAgain(here: readonly UnsignedValue[], stored: readonly StoredPicture[]): StoredPicture[] {
  const made = here.flatMap(({ url, fillType, reference }) => (url ? [{ id: reference, url, fillType }] : []));
  return [...new Map([...made, ...stored].toReversed().map((each) => [each.url, each])).values()].toReversed();
}

/** The latest saved pictures as data URLs, for embedding in the document. */
function useStoredPictures(type: MediaType, remember: boolean): StoredPicture[] {
  const dispatch = useAppDispatch();
  const state = useAppSelector((root) => root.media);
  const [pictures, setPictures] = useState<StoredPicture[]>([]);
  useEffect(() => {
    if (remember && !state.initiallyFetched) void dispatch(fetchMedia());
  }, [dispatch, remember, state.initiallyFetched]);
  useEffect(() => {
    if (!remember) return undefined;
    let wanted = true;
    const newest = ownMedia(state, type).slice(0, MOST_OFFERED);
    void Promise.allSettled(
      newest.map(async ({ id, imageUrl, fillType }) => ({ id, fillType, url: await mediaDataUrl({ id, imageUrl }) })),
    ).then((found) => {
      if (wanted) setPictures(found.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])));
    });
    return () => {
      wanted = false;
    };
  }, [state, type, remember]);
  return pictures;
}
