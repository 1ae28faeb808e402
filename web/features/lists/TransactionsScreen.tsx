import { selectIsSignedIn } from '#web/entities/session/session.slice.ts';
import { useAppSelector } from '#web/entities/store.ts';
import { TransactionsList } from './TransactionsList.tsx';
import { VisitorWelcome } from './VisitorWelcome.tsx';

/** /transactions: the requests of those who are signed in; visitors may sign a document of their own. */
const TransactionsScreen = () => (useAppSelector(selectIsSignedIn) ? <TransactionsList /> : <VisitorWelcome />);

export default TransactionsScreen;
