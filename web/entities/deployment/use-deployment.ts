import { useEffect } from 'react';
import type { Deployment } from '#contract/calls/feedback.calls.ts';
import { call } from '#web/services/api/call.ts';
import { createRequest, onlyOne } from '../requests/create-request.ts';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { deploymentReceived, selectDeployment } from './deployment.slice.ts';

const fetchDeployment = createRequest('deployment/requested', async (_: void, { dispatch, signal }) => {
  dispatch(deploymentReceived(await call('deployment.get', {}, { signal })));
}, onlyOne('deployment/requested'));

/**
 * Returns what this installation offers; null until it is loaded. Fetched at most once, and not at all while `wanted` is
 * false: a visitor's work sends no requests.
 */
export function useDeployment(wanted = true): Deployment | null {
  const dispatch = useAppDispatch();
  const known = useAppSelector(selectDeployment);
  const isKnown = known !== null;
  useEffect(() => {
    if (wanted && !isKnown) void dispatch(fetchDeployment());
  }, [dispatch, wanted, isKnown]);
  return known;
}
