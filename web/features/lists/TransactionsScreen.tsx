import { lazy, Suspense } from 'react';
import { selectIsSignedIn } from '#web/entities/session/session.slice.ts';
import { useAppSelector } from '#web/entities/store.ts';
import type { TransactionsListProps } from './TransactionsList.tsx';

// Separate chunks: a visitor's first page does not load the list.
const TransactionsList = lazy(() => import('./TransactionsList.tsx'));
const VisitorWelcome = lazy(() => import('./VisitorWelcome.tsx'));

/** /transactions: the transactions of signed-in people; visitors see what this browser keeps for them. */
const TransactionsScreen = (props: TransactionsListProps) => <Suspense>{useAppSelector(selectIsSignedIn) ? <TransactionsList {...props} /> : <VisitorWelcome kind="transaction" />}</Suspense>;

export default TransactionsScreen;
