import { useTranslation } from 'react-i18next';
import type { Transaction } from '#contract/entities/transaction.ts';
import { isRunning } from '#contract/entities/transaction.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { cancelTransaction, deleteTransaction } from '#web/entities/transactions/transactions.requests.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { notify } from '#web/ui/snackbar.ts';
import { useLastValue } from '#web/ui/use-last-value.ts';
import { useDialogRequest } from './use-dialog-request.ts';

interface CancelOrDeleteDialogProps {
  action: 'cancel' | 'delete';
  /** The transaction in question; null while the dialog is closed. */
  transaction: Transaction | null;
  onClose(): void;
}

/** Selects the text: signers keep what they signed, so the consequence of a deletion depends on who has signed. */
function loss({ status, recipients, cc }: Transaction): 'running' | 'signed' | 'text' {
  if (isRunning(status)) return 'running';
  const others = recipients.some(({ completed, owner }) => completed && !owner);
  return others || (status === 'completed' && cc.length > 0) ? 'signed' : 'text';
}

/** Asks before a transaction is canceled or deleted and explains the consequence for the recipients. */
export const CancelOrDeleteDialog = ({ action, transaction, onClose }: CancelOrDeleteDialogProps) => {
  const { t } = useTranslation('lists');
  const dispatch = useAppDispatch();
  const shown = useLastValue(transaction);
  const request = action === 'cancel' ? cancelTransaction : deleteTransaction;
  const { isPending, error, close } = useDialogRequest(request, shown?.id, onClose);

  const confirm = async () => {
    if (!shown) return;
    const { id } = shown;
    const result = action === 'cancel' ? await dispatch(cancelTransaction({ id })) : await dispatch(deleteTransaction({ id }));
    if (result.meta.requestStatus !== 'fulfilled') return;
    notify(t(`${action}.done`, { title: shown.name }));
    close();
  };
  return (
    <ConfirmDialog
      isOpen={transaction !== null}
      onClose={close}
      onConfirm={() => void confirm()}
      title={t(`${action}.title`)}
      confirmText={t(`${action}.confirm`)}
      cancelText={t('keep')}
      negative
      isPending={isPending}
      error={error ? errorText(error, t('failed')) : undefined}
    >
      {t(action === 'cancel' ? 'cancel.text' : `delete.${shown ? loss(shown) : 'text'}`, { title: shown?.name })}
    </ConfirmDialog>
  );
};
