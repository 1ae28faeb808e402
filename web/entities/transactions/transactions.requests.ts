import type { InputOf } from '#contract/calls/calls.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { call } from '#web/services/api/call.ts';
import { toAppError } from '#web/services/app-error.ts';
import { answersInOrder } from '../requests/answers-in-order.ts';
import type { RequestApi } from '../requests/create-request.ts';
import { fetchPages } from '../list-state.ts';
import { createRequest, onlyOne } from '../requests/create-request.ts';
import { transactionReceived, transactionRemoved, transactionsPageReceived } from './transactions.slice.ts';

const byId = ({ id }: { id: string }) => id;

const receive = (transaction: Transaction, { dispatch }: RequestApi): Transaction => {
  dispatch(transactionReceived(transaction));
  return transaction;
};

/** Reloads the first page of the list. */
export const fetchTransactions = createRequest('transactions/listRequested', async (_: void, { dispatch, signal }) => {
  const page = await call('transactions.list', {}, { signal });
  dispatch(transactionsPageReceived({ ...page, items: page.transactions, first: true, after: null }));
});

/** Fetches the next page, or all remaining pages. */
export const fetchMoreTransactions = createRequest('transactions/moreRequested', async ({ all }: { all: boolean }, { dispatch, getState, signal }) => {
  const { lastKey, reached } = getState().transactions;
  if (!lastKey) return;
  await fetchPages({
    from: lastKey,
    after: reached,
    all,
    fetch: (exclusiveFrom) => call('transactions.list', { query: exclusiveFrom ? { exclusiveFrom } : {} }, { signal }),
    itemsOf: (page) => page.transactions,
    receive: (items, page, after) => dispatch(transactionsPageReceived({ ...page, items, first: false, after })),
  });
}, onlyOne('transactions/moreRequested'));

const asked = answersInOrder();

export const fetchTransaction = createRequest(
  'transactions/oneRequested',
  async ({ id }: { id: string }, api) => {
    const isNews = asked(id);
    try {
      const transaction = await call('transactions.get', { params: { id } }, { signal: api.signal });
      return isNews() ? receive(transaction, api) : transaction;
    } catch (error) {
      if (toAppError(error).code === 'not_found') api.dispatch(transactionRemoved(id));
      throw error;
    }
  },
  { key: byId },
);

export const createTransaction = createRequest(
  'transactions/createRequested',
  async (body: InputOf<'transactions.create'>['body'], api) => receive(await call('transactions.create', { body }), api),
);

export const updateTransaction = createRequest(
  'transactions/updateRequested',
  async ({ id, ...body }: { id: string } & InputOf<'transactions.update'>['body'], api) =>
    receive(await call('transactions.update', { params: { id }, body }), api),
  { key: byId },
);

export const startTransaction = createRequest(
  'transactions/startRequested',
  async ({ id, password }: { id: string; password?: string | undefined }, api) =>
    receive(await call('transactions.start', { params: { id }, body: password ? { password } : {} }), api),
  { key: byId },
);

export const cancelTransaction = createRequest(
  'transactions/cancelRequested',
  async ({ id }: { id: string }, api) => receive(await call('transactions.cancel', { params: { id } }), api),
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
    try {
      await call('transactions.delete', { params: { id } });
    } catch (error) {
      if (toAppError(error).code !== 'not_found') throw error;
    }
    dispatch(transactionRemoved(id));
  },
  { key: byId },
);
