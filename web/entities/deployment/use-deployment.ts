import { useEffect } from 'react';
import type { Deployment } from '#contract/calls/feedback.calls.ts';
import { call } from '#web/services/api/call.ts';
import { createRequest, onlyOne } from '../requests/create-request.ts';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { deploymentReceived, selectDeployment } from './deployment.slice.ts';

export const fetchDeployment = createRequest('deployment/requested', async (_: void, { dispatch, signal }) => {
  dispatch(deploymentReceived(await call('deployment.get', {}, { signal })));
}, onlyOne('deployment/requested'));

/**
 * What this installation offers, asked for once; null until it is known. It is not asked for where nobody wants it:
 * while a visitor works alone, nothing goes to the server.
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
