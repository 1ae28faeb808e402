import { useEffect, useRef } from 'react';
import type React from 'react';
import type { PageSet } from '#web/services/engine/pages/pages.service.ts';
import { giveBack, showBitmap, takeCanvas } from './canvases.ts';

interface PictureRequest {
  readonly set: PageSet;
  readonly page: number;
  readonly width: number;
  readonly widgets: boolean;
  readonly priority: number;
  readonly kind: string;
  /** A new number triggers a retry. */
  readonly attempt?: number;
  onFailed(error: unknown): void;
  onShown?(): void;
}

/** Mounts a canvas in the element and renders the page into it. The old image stays, scaled, until the new one is ready. */
export function usePagePicture<Target extends HTMLElement = HTMLDivElement>(
  request: PictureRequest,
): React.RefObject<Target | null> {
  const place = useRef<Target>(null);
  const canvas = useRef<HTMLCanvasElement | null>(null);
  const latest = useRef(request);
  latest.current = request;
  const { set, page, width, widgets, kind, attempt } = request;

  useEffect(
    () => () => {
      if (canvas.current) giveBack(canvas.current);
      canvas.current = null;
    },
    [set, page],
  );

  useEffect(() => {
    let wanted = true;
    const { priority, onFailed } = latest.current;
    const draw = async (): Promise<void> => {
      const bitmap = await set.render(page, width, { widgets, priority, kind });
      if (!bitmap) return;
      if (!wanted || !place.current) {
        bitmap.close();
        return;
      }
      canvas.current ??= takeCanvas();
      showBitmap(canvas.current, bitmap);
      if (canvas.current.parentElement !== place.current) place.current.prepend(canvas.current);
      latest.current.onShown?.();
    };
    draw().catch((error: unknown) => {
      if (wanted) onFailed(error);
    });
    return () => {
      wanted = false;
      set.drop(page, kind);
    };
  }, [set, page, width, widgets, kind, attempt]);

  return place;
}
