import { useLayoutEffect } from 'react';
import { useAppDispatch } from '../store.ts';
import type { Frame } from './ui.slice.ts';
import { frameAsked } from './ui.slice.ts';

/**
 * What stands around the screen while it is shown: `full` (rail with words), `narrow` (rail of icons, for work on
 * a document) or `bare` (nothing of ours: recipients, visitors). Without it a screen has its route's frame.
 */
export const useFrame = (frame: Frame): void => {
  const dispatch = useAppDispatch();
  useLayoutEffect(() => {
    dispatch(frameAsked(frame));
    return () => void dispatch(frameAsked(null));
  }, [dispatch, frame]);
};
