import { useMatches } from 'react-router-dom';
import { useAppSelector } from '#web/entities/store.ts';
import type { Frame } from '#web/entities/ui-state/ui.slice.ts';
import { selectFrame } from '#web/entities/ui-state/ui.slice.ts';

/** What a route tells the frame before its screen is loaded. */
export interface RouteHandle {
  frame: Frame;
}

/** The frame that the screen asked for, otherwise its route's. */
export const useFrameKind = (): Frame => {
  const asked = useAppSelector(selectFrame);
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined;
  return asked ?? handle?.frame ?? 'bare';
};
