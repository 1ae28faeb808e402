import type { PayloadAction } from '@reduxjs/toolkit';
import { createEntityAdapter, createSlice } from '@reduxjs/toolkit';
import type { Transaction, TransactionCounters } from '#contract/entities/transaction.ts';
import type { ListQuery } from '#contract/entities/list-query.ts';
import type { FiledEntry, ListPage, ListState } from '../list-state.ts';
import { fileEntries, openList, placeEntry, receivePage, removeEntry, restored, unfetched } from '../list-state.ts';
import { profileReceived } from '../profile/profile.slice.ts';
import { sessionStarted, spaceEntered, visitStarted } from '../session/session.slice.ts';
import { transactionRules } from './list-rules.ts';

const adapter = createEntityAdapter<Transaction>();

const noCounters: TransactionCounters = { all: 0, draft: 0, pending: 0, canceled: 0, declined: 0, sharedWithMe: 0, completed: 0, archived: 0 };

export type TransactionsState = ReturnType<typeof adapter.getInitialState<ListState<TransactionCounters>>>;

const initialState: TransactionsState = adapter.getInitialState({
  ...unfetched(noCounters),
});

/** Transactions by id, as last received, and the lists of them. */
export const transactionsSlice = createSlice({
  name: 'transactions',
  initialState,
  reducers: {
    transactionsPageReceived(state, { payload }: PayloadAction<ListPage<Transaction, TransactionCounters>>) {
      receivePage(adapter, state, payload);
    },
    /** The query on the screen; null when the screen is left. */
    transactionsListOpened(state, { payload }: PayloadAction<ListQuery | null>) {
      openList(state, payload, transactionRules);
    },
    /** Receives a transaction from any call. An older version never replaces a newer one. */
    transactionReceived(state, { payload }: PayloadAction<Transaction>) {
      const known = state.entities[payload.id];
      if (!known || known.version <= payload.version) placeEntry(adapter, state, payload, transactionRules);
    },
    transactionsFiled(state, { payload }: PayloadAction<readonly FiledEntry[]>) {
      fileEntries(adapter, state, payload, transactionRules);
    },
    transactionRemoved(state, { payload }: PayloadAction<string>) {
      removeEntry(adapter, state, payload);
    },
    transactionsRestored(state, { payload }: PayloadAction<TransactionsState>) {
      return restored(state, payload);
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(sessionStarted, (state, { payload }) => {
        if (state.viewer.userId !== payload) state.viewer.contact = null;
        state.viewer.userId = payload;
      })
      .addCase(profileReceived, (state, { payload: { email, phone } }) => {
        state.viewer.contact = { email, phone };
      })
      .addCase(spaceEntered, ({ viewer }, { payload }) => ({ ...initialState, viewer: { ...viewer, orgId: payload } }))
      .addCase(visitStarted, () => initialState);
  },
  selectors: {
    selectTransactionsState: (state) => state,
    selectTransaction: (state, id: string): Transaction | undefined => state.entities[id],
    selectTransactionCounters: (state) => state.counters,
  },
});

export const { transactionsPageReceived, transactionsListOpened, transactionReceived, transactionRemoved, transactionsFiled, transactionsRestored } = transactionsSlice.actions;
export const { selectTransactionsState, selectTransaction, selectTransactionCounters } = transactionsSlice.selectors;
export const { selectAll: allTransactions } = adapter.getSelectors();
