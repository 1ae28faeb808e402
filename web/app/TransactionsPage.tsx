import { lazy } from 'react';
import { withFurtherTexts } from '#web/services/i18n/i18n.ts';
import TransactionsScreen from '#web/features/lists/TransactionsScreen.tsx';
import { AskName } from './ask-name.ts';

// Parts of the documents chunk, which the list does not need.
const RemindDialog = lazy(withFurtherTexts(() => import('#web/features/sending/RemindDialog.tsx').then((module) => ({ default: module.RemindDialog }))));

const CorrectDialog = lazy(withFurtherTexts(() => import('#web/features/sending/CorrectDialog.tsx').then((module) => ({ default: module.CorrectDialog }))));

/** Loaded for people with open account prompts. */
const AccountPrompts = lazy(() => import('#web/features/profile/AccountPrompts.tsx'));

/** /transactions: the list, with the dialogs of single requests and account prompts. */
export default function TransactionsPage() {
  return <TransactionsScreen Remind={RemindDialog} Correct={CorrectDialog} Prompts={AccountPrompts} AskName={AskName} />;
}
