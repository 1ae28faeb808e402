import { useLayoutEffect } from 'react';
import { useAppDispatch } from '../store.ts';
import type { Frame } from './ui.slice.ts';
import { frameRequested } from './ui.slice.ts';

/**
 * Sets the frame around the screen while it is mounted: `full` (navigation rail with labels), `narrow` (rail of icons,
 * for work on a document) or `bare` (no navigation, for recipients and visitors). The default is the route's frame.
 */
export const useFrame = (frame: Frame): void => {
  const dispatch = useAppDispatch();
  useLayoutEffect(() => {
    dispatch(frameRequested(frame));
    return () => void dispatch(frameRequested(null));
  }, [dispatch, frame]);
};
