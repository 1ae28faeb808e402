import { useEffect } from 'react';
import type { Deployment } from '#contract/calls/feedback.calls.ts';
import { call } from '#web/services/api/call.ts';
import { createRequest, onlyOne } from '../requests/create-request.ts';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { deploymentReceived, selectDeployment } from './deployment.slice.ts';

export const fetchDeployment = createRequest('deployment/requested', async (_: void, { dispatch, signal }) => {
  dispatch(deploymentReceived(await call('deployment.get', {}, { signal })));
}, onlyOne('deployment/requested'));

/** What this installation offers, asked for once; null until it is known. */
export function useDeployment(): Deployment | null {
  const dispatch = useAppDispatch();
  const known = useAppSelector(selectDeployment);
  const isKnown = known !== null;
  useEffect(() => {
    if (!isKnown) void dispatch(fetchDeployment());
  }, [dispatch, isKnown]);
  return known;
}
