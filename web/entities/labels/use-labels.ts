import { useEffect, useMemo } from 'react';
import type { Label } from '#contract/entities/label.ts';
import { selectOrgId } from '../session/session.slice.ts';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { fetchLabels } from './labels.requests.ts';
import { selectLabels } from './labels.slice.ts';

export interface Labels {
  folders: readonly Label[];
  tags: readonly Label[];
}

/** Folders and tags as far as they were loaded. */
export const useLoadedLabels = (): Labels => {
  const labels = useAppSelector(selectLabels);
  return useMemo(() => ({ folders: labels.filter(({ kind }) => kind === 'folder'), tags: labels.filter(({ kind }) => kind === 'tag') }), [labels]);
};

/** Loads the folders and tags of the space. A list is complete without them: a failure is not shown. */
export const useLabels = (): Labels => {
  const dispatch = useAppDispatch();
  const space = useAppSelector(selectOrgId);
  useEffect(() => {
    const request = dispatch(fetchLabels(undefined));
    return () => request.abort();
  }, [dispatch, space]);
  return useLoadedLabels();
};
