import { lazy, Suspense } from 'react';
import { selectIsSignedIn } from '#web/entities/session/session.slice.ts';
import { useAppSelector } from '#web/entities/store.ts';
import type { TransactionsListProps } from './TransactionsList.tsx';

// Either is loaded without the other: a first visit needs no list.
const TransactionsList = lazy(() => import('./TransactionsList.tsx'));
const VisitorWelcome = lazy(() => import('./VisitorWelcome.tsx'));

/** /transactions: the requests of those who are signed in; visitors may sign a document of their own. */
const TransactionsScreen = (props: TransactionsListProps) => <Suspense>{useAppSelector(selectIsSignedIn) ? <TransactionsList {...props} /> : <VisitorWelcome />}</Suspense>;

export default TransactionsScreen;
