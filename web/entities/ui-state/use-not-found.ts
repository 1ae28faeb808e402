import { useEffect } from 'react';
import { useAppDispatch } from '../store.ts';
import { notFoundShown } from './ui.slice.ts';

/** Notes while it is shown that nothing is at an address: no dialog opens by itself above it. */
export const useNotFound = (isNotFound = true): void => {
  const dispatch = useAppDispatch();
  useEffect(() => {
    if (!isNotFound) return undefined;
    dispatch(notFoundShown(true));
    return () => void dispatch(notFoundShown(false));
  }, [dispatch, isNotFound]);
};
