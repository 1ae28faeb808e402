import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Recipient } from '#contract/entities/recipient.ts';
import { isRunning, type Transaction } from '#contract/entities/transaction.ts';
import { fillPath, routes } from '#contract/routes.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { correctTransaction } from '#web/entities/transactions/transactions.requests.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { notify } from '#web/ui/snackbar.ts';
import styles from './sending.module.scss';

const hasSigned = ({ completed, signedFileIds, waitingFileIds }: Recipient): boolean => completed || signedFileIds.length + waitingFileIds.length > 0;

/** Asks before a sent request is voided for a corrected one, and opens the new draft. */
export function CorrectDialog({ transaction, onClose }: { transaction: Transaction; onClose: () => void }) {
  const { t } = useTranslation('sending');
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { busy, error, ask } = useAsyncAction();
  const { id, name: title, status, recipients } = transaction;
  const running = isRunning(status);
  const confirm = async (): Promise<void> => {
    const draft = await ask(() => dispatch(correctTransaction({ id })).unwrap());
    if (!draft) return;
    if (running) notify(t('correct.done'));
    onClose();
    await navigate(fillPath(routes.transactionCreate, { id: draft.id }));
  };
  return (
    <ConfirmDialog
      isOpen
      negative={running}
      onClose={onClose}
      onConfirm={() => void confirm()}
      isPending={busy}
      title={t('correct.title')}
      confirmText={t('correct.confirm')}
      cancelText={t('cancel.keep')}
      error={error ? errorText(error, t('correct.failed')) : undefined}
    >
      <div className={styles.form}>
        <p>{t(running ? 'correct.running' : 'correct.ended', { title })}</p>
        {recipients.some(hasSigned) ? <p>{t('correct.void')}</p> : null}
      </div>
    </ConfirmDialog>
  );
}
