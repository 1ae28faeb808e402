import type { PayloadAction } from '@reduxjs/toolkit';
import { createEntityAdapter, createSlice, isAnyOf } from '@reduxjs/toolkit';
import type { Transaction, TransactionCounters } from '#contract/entities/transaction.ts';
import type { ListState } from '../list-state.ts';
import { goneFrom, reachedBy } from '../list-state.ts';
import { spaceEntered, visitStarted } from '../session/session.slice.ts';

const adapter = createEntityAdapter<Transaction>();

const noCounters: TransactionCounters = { all: 0, draft: 0, pending: 0, canceled: 0, declined: 0, sharedWithMe: 0, completed: 0 };

export interface TransactionsPage {
  transactions: Transaction[];
  counters: TransactionCounters;
  lastKey: string | null;
  /** The first page replaces what was shown; what is gone from the server goes. */
  first: boolean;
  /** When the last entry before the page was made; null where the list begins with it. */
  after: string | null;
}

export type TransactionsState = ReturnType<typeof adapter.getInitialState<ListState<TransactionCounters>>>;

const initialState: TransactionsState = adapter.getInitialState({
  counters: noCounters,
  initiallyFetched: false,
  allFetched: false,
  lastKey: null,
  reached: null,
});

/** Transactions by id, as the server gave them last, and how far the list is fetched. */
export const transactionsSlice = createSlice({
  name: 'transactions',
  initialState,
  reducers: {
    transactionsPageReceived(state, { payload }: PayloadAction<TransactionsPage>) {
      const reached = reachedBy(state, { items: payload.transactions, lastKey: payload.lastKey, first: payload.first });
      adapter.removeMany(state, goneFrom(Object.values(state.entities), payload.transactions, payload.after, payload.lastKey === null));
      adapter.upsertMany(state, payload.transactions);
      Object.assign(state, reached);
      state.counters = payload.counters;
      state.initiallyFetched = true;
    },
    /** Any call that answers with a transaction ends here. An older version never replaces a newer one. */
    transactionReceived(state, { payload }: PayloadAction<Transaction>) {
      const known = state.entities[payload.id];
      if (!known || known.version <= payload.version) adapter.setOne(state, payload);
    },
    transactionRemoved(state, { payload }: PayloadAction<string>) {
      if (!state.entities[payload]) return;
      adapter.removeOne(state, payload);
      state.counters.all = Math.max(0, state.counters.all - 1);
    },
    /** What the browser kept from last time, until the server answers. */
    transactionsRestored(state, { payload }: PayloadAction<TransactionsState>) {
      return state.initiallyFetched ? state : { ...payload, allFetched: false, lastKey: null, reached: null };
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
