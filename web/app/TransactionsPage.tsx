import { lazy } from 'react';
import TransactionsScreen from '#web/features/lists/TransactionsScreen.tsx';

// Comes with what shows documents, of which a list needs nothing.
const RemindDialog = lazy(() => import('#web/features/sending/RemindDialog.tsx').then((module) => ({ default: module.RemindDialog })));

/** /transactions: the list, with the dialog that the screen of a request has, too. */
export default function TransactionsPage() {
  return <TransactionsScreen Remind={RemindDialog} />;
}
