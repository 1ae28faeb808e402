import { useEffect, useRef } from 'react';
import type React from 'react';
import type { PageSet } from '#web/services/engine/pages.service.ts';

/** Canvases that scrolled away, ready for the next page. */
const spare: HTMLCanvasElement[] = [];
const MOST_SPARE = 6;

function takeCanvas(): HTMLCanvasElement {
  return spare.pop() ?? document.createElement('canvas');
}

function giveBack(canvas: HTMLCanvasElement): void {
  canvas.remove();
  if (spare.length < MOST_SPARE) spare.push(canvas);
  else canvas.width = 0;
}

function show(canvas: HTMLCanvasElement, bitmap: ImageBitmap): void {
  if (canvas.width !== bitmap.width) canvas.width = bitmap.width;
  if (canvas.height !== bitmap.height) canvas.height = bitmap.height;
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap);
}

export interface PictureRequest {
  readonly set: PageSet;
  readonly page: number;
  readonly width: number;
  readonly widgets: boolean;
  readonly priority: number;
  readonly kind: string;
  onFailed(error: unknown): void;
  onShown?(): void;
}

/**
 * Keeps a canvas in the element while it is mounted and draws the page into it.
 * The old picture stays, stretched, until the sharper one is there.
 */
export function usePagePicture<Place extends HTMLElement = HTMLDivElement>(
  request: PictureRequest,
): React.RefObject<Place | null> {
  const place = useRef<Place>(null);
  const canvas = useRef<HTMLCanvasElement | null>(null);
  const latest = useRef(request);
  latest.current = request;
  const { set, page, width, widgets, kind } = request;

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
      show(canvas.current, bitmap);
      if (canvas.current.parentElement !== place.current) place.current.append(canvas.current);
      latest.current.onShown?.();
    };
    draw().catch((error: unknown) => {
      if (wanted) onFailed(error);
    });
    return () => {
      wanted = false;
      set.drop(page, kind);
    };
  }, [set, page, width, widgets, kind]);

  return place;
}
