import { call } from '#web/services/api/call.ts';
import { answersInOrder } from '../requests/answers-in-order.ts';
import { createRequest } from '../requests/create-request.ts';
import { fetchOrganizations } from './organizations.requests.ts';
import { inviteAnswered, invitesReceived } from './organizations.slice.ts';

const trackRequest = answersInOrder();

/** The open invitations of this person to organizations. */
export const fetchInvites = createRequest('organizations/invitesRequested', async (_: void, { dispatch, signal }) => {
  const isNews = trackRequest('invites');
  const { invites } = await call('invites.list', {}, { signal });
  if (isNews()) dispatch(invitesReceived(invites));
  return invites;
});

interface Answer {
  id: string;
  /** Of the link in the mail. Who is signed in as the invited person needs none. */
  ticket?: string | undefined;
}

export const acceptInvite = createRequest('organizations/inviteAcceptRequested', async ({ id, ticket }: Answer, { dispatch }) => {
  const organization = await call('invites.accept', { params: { id }, query: { ticket } });
  dispatch(inviteAnswered(id));
  await dispatch(fetchOrganizations());
  return organization;
});

export const rejectInvite = createRequest('organizations/inviteRejectRequested', async ({ id, ticket }: Answer, { dispatch }) => {
  await call('invites.reject', { params: { id }, query: { ticket } });
  dispatch(inviteAnswered(id));
});
