import { isAnyOf } from '@reduxjs/toolkit';
import { timing } from '#contract/limits/timing.ts';
import type { FilesState } from '#web/entities/files/files.slice.ts';
import { fileAdded, fileRemoved, filesPageReceived, filesRestored } from '#web/entities/files/files.slice.ts';
import { storedPart } from '#web/entities/list-state.ts';
import { sessionStarted, spaceEntered } from '#web/entities/session/session.slice.ts';
import type { AppDispatch, RootState } from '#web/entities/store.ts';
import { startListening } from '#web/entities/store.ts';
import type { TransactionsState } from '#web/entities/transactions/transactions.slice.ts';
import { transactionReceived, transactionRemoved, transactionsPageReceived, transactionsRestored } from '#web/entities/transactions/transactions.slice.ts';
import { toAppError } from '#web/services/app-error.ts';
import { readCached, writeCached } from '#web/services/storage/database.ts';

/** Milliseconds. Changes come in bursts, so the cache is written when they have settled. */
const SETTLE = 500;
/** The number is increased with every change of the format, so that caches of older versions are not read. */
const names = { transactions: 'transactions-3', files: 'files-4' } as const;

/** Lists are cached per space. */
const nameIn = ({ orgId }: RootState['session'], list: keyof typeof names): string => (orgId ? `${names[list]}/${orgId}` : names[list]);

const isFresh = (writtenAt: number) => Date.now() - writtenAt < timing.pageCacheFreshness;

const freshCached = async (userId: string, name: string): Promise<unknown> => {
  try {
    const found = await readCached(userId, name);
    return found && isFresh(found.writtenAt) ? found.value : undefined;
  } catch (error) {
    console.warn('What the browser kept can\'t be read', toAppError(error).code);
    return undefined;
  }
};

const keep = async (userId: string, name: string, value: unknown): Promise<void> => {
  try {
    await writeCached(userId, name, value);
  } catch (error) {
    console.warn('The browser keeps nothing', toAppError(error).code);
  }
};

const restore = async (getState: () => RootState, dispatch: AppDispatch): Promise<void> => {
  const { session } = getState();
  if (!session.userId) return;
  const [transactions, files] = await Promise.all([freshCached(session.userId, nameIn(session, 'transactions')), freshCached(session.userId, nameIn(session, 'files'))]);
  // Ignored if the space was switched meanwhile.
  if (getState().session !== session) return;
  if (transactions) dispatch(transactionsRestored(transactions as TransactionsState));
  if (files) dispatch(filesRestored(files as FilesState));
};

/** Restores cached lists at the start; responses of the server replace them. */
export const startCacheListener = (): void => {
  startListening({
    actionCreator: sessionStarted,
    effect: async ({ payload: userId }, { dispatch, getState, getOriginalState }) => {
      if (getOriginalState().session.userId !== userId) await restore(getState, dispatch);
    },
  });
  startListening({ actionCreator: spaceEntered, effect: (_, { dispatch, getState }) => restore(getState, dispatch) });
  startListening({
    matcher: isAnyOf(transactionsPageReceived, transactionReceived, transactionRemoved),
    effect: async (_, { cancelActiveListeners, delay, getState }) => {
      cancelActiveListeners();
      await delay(SETTLE);
      const { session, transactions } = getState();
      if (session.userId && transactions.initiallyFetched) await keep(session.userId, nameIn(session, 'transactions'), storedPart(transactions));
    },
  });
  startListening({
    matcher: isAnyOf(filesPageReceived, fileAdded, fileRemoved),
    effect: async (_, { cancelActiveListeners, delay, getState }) => {
      cancelActiveListeners();
      await delay(SETTLE);
      const { session, files } = getState();
      if (session.userId && files.initiallyFetched) await keep(session.userId, nameIn(session, 'files'), storedPart({ ...files, metas: {} }));
    },
  });
};
