import type { InputOf, OutputOf } from '#contract/calls/calls.ts';
import type { TransactionsQuery } from '#contract/entities/list-query.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { call } from '#web/services/api/call.ts';
import { newObjectId } from '#web/services/object-id.ts';
import { answersInOrder } from '../requests/answers-in-order.ts';
import type { RequestApi } from '../requests/create-request.ts';
import { unlessGone } from '../requests/unless-gone.ts';
import { createListRequests } from '../list-requests.ts';
import { createRequest } from '../requests/create-request.ts';
import { fetchFailure } from '../requests/fetch-failure.ts';
import { transactionReceived, transactionRemoved, transactionsPageReceived } from './transactions.slice.ts';

const byId = ({ id }: { id: string }) => id;

const receive = (transaction: Transaction, { dispatch }: RequestApi): Transaction => {
  dispatch(transactionReceived(transaction));
  return transaction;
};

export const transactionsRequests = createListRequests<TransactionsQuery, OutputOf<'transactions.list'>>({
  name: 'transactions',
  fetch: (query, signal) => call('transactions.list', { query }, { signal }),
  received: (page, query, after) => transactionsPageReceived({ ...page, items: page.transactions, query, after }),
  stateOf: ({ transactions }) => transactions,
});

const trackRequest = answersInOrder();

interface Fetch {
  id: string;
  /** Nobody looks at it: a recipient who is asked has not opened it. */
  inBackground?: boolean;
}

export const fetchTransaction = createRequest(
  'transactions/oneRequested',
  async ({ id, inBackground = false }: Fetch, api) => {
    const isNews = trackRequest(id);
    try {
      const transaction = await call('transactions.get', { params: { id }, ...(inBackground && { query: { background: 'true' } }) }, { signal: api.signal });
      return isNews() ? receive(transaction, api) : transaction;
    } catch (error) {
      const failure = fetchFailure(error);
      if (failure.code === 'not_found') api.dispatch(transactionRemoved(id));
      throw failure;
    }
  },
  { key: byId },
);

export const createTransaction = createRequest(
  'transactions/createRequested',
  async (body: InputOf<'transactions.create'>['body'], api) => receive(await call('transactions.create', { body: { id: newObjectId(), ...body } }), api),
);

export const updateTransaction = createRequest(
  'transactions/updateRequested',
  async ({ id, ...body }: { id: string } & InputOf<'transactions.update'>['body'], api) =>
    receive(await call('transactions.update', { params: { id }, body }), api),
  { key: byId },
);

export const startTransaction = createRequest(
  'transactions/startRequested',
  async ({ id, password, accessCodes = [] }: { id: string; password?: string | undefined; accessCodes?: readonly { recipientId: string; code: string }[] }, api) =>
    receive(await call('transactions.start', { params: { id }, body: { ...(password && { password }), ...(accessCodes.length > 0 && { accessCodes: [...accessCodes] }) } }), api),
  { key: byId },
);

export const cancelTransaction = createRequest(
  'transactions/cancelRequested',
  async ({ id }: { id: string }, api) => receive(await call('transactions.cancel', { params: { id } }), api),
  { key: byId },
);

/** `as`: the id of the new draft, which a second attempt with the same id returns. */
export const duplicateTransaction = createRequest(
  'transactions/duplicateRequested',
  async ({ id, as }: { id: string; as: string }, api) => receive(await call('transactions.duplicate', { params: { id }, body: { id: as } }), api),
  { key: byId },
);

/** Voids a sent transaction and returns a draft in its place. `signed`: how many recipients have signed, as far as is known here. */
export const correctTransaction = createRequest(
  'transactions/correctRequested',
  async ({ id, signed }: { id: string; signed: number }, api) => receive(await call('transactions.correct', { params: { id }, body: { signed } }), api),
  { key: byId },
);

/** An approver or a viewer has opened a document. */
export const viewDocument = createRequest(
  'transactions/viewRequested',
  async ({ id, fileId }: { id: string; fileId: string }, api) => receive(await call('transactions.view', { params: { id }, body: { fileId } }), api),
  { key: ({ id, fileId }) => `${id}/${fileId}` },
);

/** Agrees to the documents in the versions that the approver has seen. */
export const approveTransaction = createRequest(
  'transactions/approveRequested',
  async ({ id, documents }: { id: string; documents: { id: string; version: number }[] }, api) =>
    receive(await call('transactions.approve', { params: { id }, body: { documents } }), api),
  { key: byId },
);

export const declineTransaction = createRequest(
  'transactions/declineRequested',
  async ({ id, reason }: { id: string; reason: string }, api) =>
    receive(await call('transactions.decline', { params: { id }, body: { reason } }), api),
  { key: byId },
);

/** Reassigns a recipient to another person. Recipients who pass on their own part may lose access to the transaction. */
export const reassignRecipient = createRequest(
  'transactions/reassignRequested',
  async ({ id, ...body }: { id: string } & InputOf<'transactions.reassign'>['body'], api) =>
    receive(await call('transactions.reassign', { params: { id }, body }), api),
  { key: byId },
);

export const remindRecipient = createRequest(
  'transactions/remindRequested',
  async ({ id, ...body }: { id: string; userId: string; title: string; message: string }) =>
    call('transactions.remind', { params: { id }, body }),
  { key: byId },
);

/** Gives a link for a recipient, to hand over by other means. */
export const fetchSigningLink = createRequest(
  'transactions/signingLinkRequested',
  async ({ id, recipientId }: { id: string; recipientId: string }) => (await call('transactions.signingLink', { params: { id }, body: { recipientId } })).url,
  { key: byId },
);

export const setAccessCode = createRequest(
  'transactions/accessCodeRequested',
  async ({ id, ...body }: { id: string; recipientId: string } & ({ code: string } | { phone: string }), api) => receive(await call('transactions.setAccessCode', { params: { id }, body }), api),
  { key: byId },
);

export const rescheduleTransaction = createRequest(
  'transactions/rescheduleRequested',
  async ({ id, ...body }: { id: string } & InputOf<'transactions.reschedule'>['body'], api) =>
    receive(await call('transactions.reschedule', { params: { id }, body }), api),
  { key: byId },
);

/** Starts the audit trail. No effect while it is being generated or once it exists. */
export const generateAudit = createRequest(
  'transactions/auditRequested',
  async ({ id }: { id: string }, api) => receive(await call('transactions.generateAudit', { params: { id } }), api),
  { key: byId },
);

/** Deleting a missing transaction succeeds (document 3 §8.3). */
export const deleteTransaction = createRequest(
  'transactions/deleteRequested',
  async ({ id }: { id: string }, { dispatch }) => {
    await unlessGone(call('transactions.delete', { params: { id } }));
    dispatch(transactionRemoved(id));
  },
  { key: byId },
);
