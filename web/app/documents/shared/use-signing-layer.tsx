import { useCallback } from 'react';
import type { Size } from '#web/entities/field/geometry.ts';
import { SigningLayer } from '#web/features/signing/SigningLayer.tsx';
import type { PaperLayer } from './OpenedDocument.tsx';
import type { Guide } from './use-guide.ts';
import type { ViewedDocumentState } from './use-open-document.ts';
import { usePlaceLabels } from './use-place-labels.ts';

/** The overlay with the fields of the signer, named by labels from the page. */
export function useSigningLayer(fileId: string, opened: ViewedDocumentState, { askPicture, go, next }: Guide): PaperLayer {
  const onPage = usePlaceLabels(fileId, opened);
  return useCallback(
    (page: number, size: Size, paper: Size) => <SigningLayer fileId={fileId} page={page} size={size} paper={paper} onPicture={askPicture} onGo={go} onNext={next} onPage={onPage} />,
    [fileId, askPicture, go, next, onPage],
  );
}
