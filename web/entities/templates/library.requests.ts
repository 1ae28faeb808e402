import { call } from '#web/services/api/call.ts';
import { createRequest } from '../requests/create-request.ts';
import { transactionReceived } from '../transactions/transactions.slice.ts';

/** Creates a draft of one's own with copies of the template's files, signed by this person only. */
export const takeFromLibrary = createRequest(
  'templates/libraryUseRequested',
  async ({ id }: { id: string }, { dispatch }) => {
    const transaction = await call('templates.useLibrary', { params: { id }, body: {} });
    dispatch(transactionReceived(transaction));
    return transaction;
  },
  { key: ({ id }) => id },
);
