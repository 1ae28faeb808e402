import { lazy } from 'react';
import TransactionsScreen from '#web/features/lists/TransactionsScreen.tsx';
import { AskName } from './ask-name.ts';

// Comes with what shows documents, of which a list needs nothing.
const RemindDialog = lazy(() => import('#web/features/sending/RemindDialog.tsx').then((module) => ({ default: module.RemindDialog })));

/** Comes with the first request, for whoever has something to be asked. */
const AccountPrompts = lazy(() => import('#web/features/profile/AccountPrompts.tsx'));

/** /transactions: the list, with the dialog that the screen of a request has, too, and questions about the account. */
export default function TransactionsPage() {
  return <TransactionsScreen Remind={RemindDialog} Prompts={AccountPrompts} AskName={AskName} />;
}
