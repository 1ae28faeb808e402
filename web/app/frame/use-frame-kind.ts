import { useMatches } from 'react-router-dom';
import { useAppSelector } from '#web/entities/store.ts';
import type { Frame } from '#web/entities/ui-state/ui.slice.ts';
import { selectFrame } from '#web/entities/ui-state/ui.slice.ts';

/** Shell variant of a route, known before its screen is loaded. */
export interface RouteHandle {
  frame: Frame;
}

/** The shell variant that the screen requested, otherwise that of its route. */
export const useFrameKind = (): Frame => {
  const requested = useAppSelector(selectFrame);
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined;
  return requested ?? handle?.frame ?? 'bare';
};
