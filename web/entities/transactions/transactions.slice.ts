import type { PayloadAction } from '@reduxjs/toolkit';
import { createEntityAdapter, createSlice, isAnyOf } from '@reduxjs/toolkit';
import type { Transaction, TransactionCounters } from '#contract/entities/transaction.ts';
import type { ListPage, ListState } from '../list-state.ts';
import { receivePage, removeEntry, restored, unfetched } from '../list-state.ts';
import { spaceEntered, visitStarted } from '../session/session.slice.ts';

const adapter = createEntityAdapter<Transaction>();

const noCounters: TransactionCounters = { all: 0, draft: 0, pending: 0, canceled: 0, declined: 0, sharedWithMe: 0, completed: 0 };

export type TransactionsState = ReturnType<typeof adapter.getInitialState<ListState<TransactionCounters>>>;

const initialState: TransactionsState = adapter.getInitialState({
  ...unfetched(noCounters),
});

/** Transactions by id, as last received, and the paging state of the list. */
export const transactionsSlice = createSlice({
  name: 'transactions',
  initialState,
  reducers: {
    transactionsPageReceived(state, { payload }: PayloadAction<ListPage<Transaction, TransactionCounters>>) {
      receivePage(adapter, state, payload);
    },
    /** Receives a transaction from any call. An older version never replaces a newer one. */
    transactionReceived(state, { payload }: PayloadAction<Transaction>) {
      const known = state.entities[payload.id];
      if (!known || known.version <= payload.version) adapter.setOne(state, payload);
    },
    transactionRemoved(state, { payload }: PayloadAction<string>) {
      removeEntry(adapter, state, payload);
    },
    transactionsRestored(state, { payload }: PayloadAction<TransactionsState>) {
      return restored(state, payload);
    },
  },
  extraReducers: (builder) => {
    builder.addMatcher(isAnyOf(visitStarted, spaceEntered), () => initialState);
  },
  selectors: {
    selectTransactionsState: (state) => state,
    selectTransaction: (state, id: string): Transaction | undefined => state.entities[id],
    selectTransactionCounters: (state) => state.counters,
  },
});

export const { transactionsPageReceived, transactionReceived, transactionRemoved, transactionsRestored } = transactionsSlice.actions;
export const { selectTransactionsState, selectTransaction, selectTransactionCounters } = transactionsSlice.selectors;
export const { selectAll: allTransactions } = adapter.getSelectors();
