import type { InputOf } from '#contract/calls/calls.ts';
import type { Participant } from '#contract/entities/sharing.ts';
import { call } from '#web/services/api/call.ts';
import { toAppError } from '#web/services/app-error.ts';
import type { RequestApi } from '../requests/create-request.ts';
import { answersInOrder } from '../requests/answers-in-order.ts';
import { createRequest } from '../requests/create-request.ts';
import type { Resource } from './resource.ts';
import { callsOf, keyOfResource } from './resource.ts';
import { accessStatusReceived, participantsReceived, requestAnswered, requestsReceived } from './sharing.slice.ts';

const key = keyOfResource;

const receive = (resource: Resource, { participants }: { participants: Participant[] }, { dispatch }: RequestApi): Participant[] => {
  dispatch(participantsReceived({ key: key(resource), participants }));
  return participants;
};

const trackRequest = answersInOrder();

export const fetchParticipants = createRequest(
  'sharing/participantsRequested',
  async (resource: Resource, api) => {
    const isNews = trackRequest(key(resource));
    const answer = await call(callsOf[resource.kind].getShare, { params: { id: resource.id } }, { signal: api.signal });
    if (isNews()) receive(resource, answer, api);
  },
  { key },
);

/** The owner gets all access requests, everybody else the state of their own. */
export const fetchAccessRequests = createRequest(
  'sharing/accessRequestsRequested',
  async (resource: Resource, { dispatch, signal }) => {
    const { requests, status } = await call(callsOf[resource.kind].accessRequests, { params: { id: resource.id } }, { signal });
    dispatch(requestsReceived({ key: key(resource), requests, status }));
  },
  { key },
);

export const shareResource = createRequest(
  'sharing/shareRequested',
  async ({ resource, ...body }: { resource: Resource } & InputOf<'files.share'>['body'], api) =>
    receive(resource, await call(callsOf[resource.kind].share, { params: { id: resource.id }, body }), api),
  { key: ({ resource }) => key(resource) },
);

export const changeOwner = createRequest(
  'sharing/ownerChangeRequested',
  async ({ resource, ...body }: { resource: Resource; userId: string; reason: string }, api) =>
    receive(resource, await call(callsOf[resource.kind].changeOwner, { params: { id: resource.id }, body }), api),
  { key: ({ resource }) => key(resource) },
);

export const stopSharing = createRequest(
  'sharing/stopRequested',
  async ({ resource, userId }: { resource: Resource; userId: string }, api) =>
    receive(resource, await call(callsOf[resource.kind].stopSharing, { params: { id: resource.id }, body: { participants: [userId] } }), api),
  { key: ({ resource, userId }) => `${key(resource)}/${userId}` },
);

/** Idempotent (document 3 §8.3): a conflict means that access was already requested or granted. */
export const requestAccess = createRequest(
  'sharing/accessRequested',
  async (resource: Resource, { dispatch }) => {
    try {
      const { status } = await call(callsOf[resource.kind].requestAccess, { params: { id: resource.id } });
      dispatch(accessStatusReceived({ key: key(resource), status }));
    } catch (error) {
      const known = toAppError(error);
      if (known.code !== 'conflict') throw error;
      const { reason } = (known.details ?? {}) as { reason?: string };
      dispatch(accessStatusReceived({ key: key(resource), status: reason === 'has_access' ? 'accepted' : 'pending' }));
    }
  },
  { key },
);

export const answerAccess = createRequest(
  'sharing/answerRequested',
  async ({ resource, requestId, accept }: { resource: Resource; requestId: string; accept: boolean }, { dispatch }) => {
    const names = callsOf[resource.kind];
    await call(accept ? names.acceptAccess : names.rejectAccess, { params: { id: resource.id, requestId } });
    dispatch(requestAnswered({ key: key(resource), id: requestId }));
    if (accept) await dispatch(fetchParticipants(resource));
  },
  { key: ({ resource, requestId }) => `${key(resource)}/${requestId}` },
);
