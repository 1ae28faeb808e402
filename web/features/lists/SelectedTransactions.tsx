import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Transaction } from '#contract/entities/transaction.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { cancelTransaction, deleteTransaction } from '#web/entities/transactions/transactions.requests.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { BulkActionDialog } from './BulkActionDialog.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import type { Viewer } from './transactions-list.ts';
import { actionsFor } from './transactions-list.ts';
import type { Archive } from './use-archive.ts';
import { useRemindAll } from './use-remind-all.ts';
import type { Selection } from './use-selection.ts';
import { ALL, itemOf, type Label, type TransactionActions } from './use-transaction-actions.ts';

interface SelectedTransactionsProps {
  rows: readonly Transaction[];
  isComplete: boolean;
  viewer: Viewer;
  selection: Selection;
  actions: TransactionActions;
  archive: Archive;
  label: Label;
}

/** Actions on several transactions, limited to those that each of them permits. */
export const SelectedTransactions = ({ rows, isComplete, viewer, selection, actions, archive, label }: SelectedTransactionsProps) => {
  const { t } = useTranslation('lists');
  const dispatch = useAppDispatch();
  const [pendingAction, setPendingAction] = useState<'remind' | 'cancel' | 'delete' | null>(null);
  const remind = useRemindAll();
  const chosen = rows.filter(({ id }) => selection.ids.has(id));
  const possible = (['remind', 'download', 'label', 'archive', 'unarchive', 'cancel', 'delete'] as const).filter((action) => chosen.every((each) => actionsFor(each, viewer).includes(action)));
  const take = async (id: string) => {
    if (pendingAction === 'remind') return remind(chosen.find((each) => each.id === id));
    const result = pendingAction === 'cancel' ? await dispatch(cancelTransaction({ id })) : await dispatch(deleteTransaction({ id }));
    return result.meta.requestStatus === 'fulfilled' ? null : ((result.payload as ErrorInfo | undefined) ?? null);
  };
  const run = (action: (typeof possible)[number]) => {
    if (action === 'download') actions.downloadAll(chosen);
    else if (action === 'label') label(chosen.map(itemOf));
    else if (action === 'archive' || action === 'unarchive') void archive(chosen.map(itemOf), action === 'archive');
    else setPendingAction(action);
  };
  return (
    <>
      <SelectionBar
        selection={selection}
        total={rows.length}
        isComplete={isComplete}
        actions={possible.map((action) => ({ key: action, text: t(`act.${action}`), negative: action === 'delete', isPending: action === 'download' && actions.downloading === ALL, run: () => run(action) }))}
      />
      {pendingAction ? (
        <BulkActionDialog action={pendingAction} items={chosen.map(itemOf)} run={take} onClose={() => setPendingAction(null)} />
      ) : null}
    </>
  );
};
