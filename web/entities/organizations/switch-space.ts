import { createRequest } from '../requests/create-request.ts';
import { spaceEntered } from '../session/session.slice.ts';
import { fetchTransactions } from '../transactions/transactions.requests.ts';

/** Works in the name of an organization from now on, or in one's own (null); over when the first list is there. */
export const switchSpace = createRequest('session/spaceRequested', async (orgId: string | null, { dispatch }) => {
  dispatch(spaceEntered(orgId));
  await dispatch(fetchTransactions());
});
