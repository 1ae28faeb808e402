import { lazy, Suspense } from 'react';
import { selectIsSignedIn } from '#web/entities/session/session.slice.ts';
import { useAppSelector } from '#web/entities/store.ts';

// Either is loaded without the other: a first visit needs no list.
const TransactionsList = lazy(() => import('./TransactionsList.tsx'));
const VisitorWelcome = lazy(() => import('./VisitorWelcome.tsx'));

/** /transactions: the requests of those who are signed in; visitors may sign a document of their own. */
const TransactionsScreen = () => <Suspense>{useAppSelector(selectIsSignedIn) ? <TransactionsList /> : <VisitorWelcome />}</Suspense>;

export default TransactionsScreen;
