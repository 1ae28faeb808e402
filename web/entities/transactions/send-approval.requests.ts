/** Approval before sending. */
import type { InputOf } from '#contract/calls/calls.ts';
import { call } from '#web/services/api/call.ts';
import { fetchBytes } from '#web/services/api/bodies.ts';
import { createRequest } from '../requests/create-request.ts';
import { transactionReceived } from './transactions.slice.ts';

const byId = ({ id }: { id: string }) => id;

/** Sends what somebody else has prepared. Whoever approved it may not read it any more: its page is left before it is forgotten. */
export const approveSending = createRequest(
  'transactions/approveSendingRequested',
  async ({ id, version }: { id: string; version: number }) => void (await call('sendApprovals.approve', { params: { id }, body: { version } })),
  { key: byId },
);

export const returnSending = createRequest(
  'transactions/returnSendingRequested',
  async ({ id, ...body }: { id: string } & InputOf<'sendApprovals.return'>['body']) => void (await call('sendApprovals.return', { params: { id }, body })),
  { key: byId },
);

/** The request is a draft again. */
export const withdrawSending = createRequest(
  'transactions/withdrawSendingRequested',
  async ({ id }: { id: string }, { dispatch }) => void dispatch(transactionReceived(await call('sendApprovals.withdraw', { params: { id } }))),
  { key: byId },
);

/** A document as it would be sent, with all fields placed. */
export const fetchHeldBody = async (id: string, fileId: string): Promise<Blob> => {
  const { url } = await call('sendApprovals.document', { params: { id, fileId } });
  return fetchBytes(url);
};
