import { createRequest } from '../requests/create-request.ts';
import { spaceEntered } from '../session/session.slice.ts';
import { transactionsRequests } from '../transactions/transactions.requests.ts';

/** Switches to an organization, or to the personal space (null). Resolves once the first list has loaded. */
export const switchSpace = createRequest('session/spaceRequested', async (orgId: string | null, { dispatch }) => {
  dispatch(spaceEntered(orgId));
  await dispatch(transactionsRequests.refresh());
});
