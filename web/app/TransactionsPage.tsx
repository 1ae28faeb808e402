import { lazy } from 'react';
import { withFurtherTexts } from '#web/services/i18n/i18n.ts';
import TransactionsScreen from '#web/features/lists/TransactionsScreen.tsx';
import { AskName } from './ask-name.ts';

// Part of the documents chunk, which the list does not need.
const RemindDialog = lazy(withFurtherTexts(() => import('#web/features/sending/RemindDialog.tsx').then((module) => ({ default: module.RemindDialog }))));

/** Loaded for people with open account prompts. */
const AccountPrompts = lazy(() => import('#web/features/profile/AccountPrompts.tsx'));

/** /transactions: the list, with the remind dialog and account prompts. */
export default function TransactionsPage() {
  return <TransactionsScreen Remind={RemindDialog} Prompts={AccountPrompts} AskName={AskName} />;
}
