import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { countAgreed } from '#contract/entities/recipient.ts';
import { isRunning, type Transaction } from '#contract/entities/transaction.ts';
import { fillPath, routes } from '#contract/routes.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { correctTransaction, fetchTransaction } from '#web/entities/transactions/transactions.requests.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { notify } from '#web/ui/snackbar.ts';
import styles from './sending.module.scss';

/** Whether somebody can still sign: once the deadline has passed nobody can, even before the status says so. */
const canBeSigned = ({ status, expiresAt }: Transaction): boolean => isRunning(status) && (expiresAt === null || new Date(expiresAt) > new Date());

/** The details of a refusal, as far as the server names them. */
const detailsOf = (error: ErrorInfo | null): { signed?: unknown; transactionId?: unknown } => (error?.details ?? {}) as object;

/** Asks before a sent request is voided for a corrected one, and opens the new draft. */
export function CorrectDialog({ transaction, onClose }: { transaction: Transaction; onClose: () => void }) {
  const { t } = useTranslation('sending');
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { busy, error, ask } = useAsyncAction();
  const { id, name: title, status, recipients } = transaction;
  const running = canBeSigned(transaction);
  const signed = countAgreed(recipients);
  const correct = async (): Promise<Transaction> => {
    try {
      return await dispatch(correctTransaction({ id, signed })).unwrap();
    } catch (failure) {
      // What is confirmed next is how things are now.
      await dispatch(fetchTransaction({ id }));
      throw failure;
    }
  };
  const confirm = async (): Promise<void> => {
    const draft = await ask(correct);
    if (!draft) return;
    if (running) notify(t('correct.done'));
    onClose();
    await navigate(fillPath(routes.transactionCreate, { id: draft.id }));
  };
  const { transactionId } = detailsOf(error);
  return (
    <ConfirmDialog
      isOpen
      negative={running}
      onClose={() => {
        if (!busy) onClose();
      }}
      onConfirm={() => void confirm()}
      isPending={busy}
      title={t('correct.title')}
      confirmText={t('correct.confirm')}
      cancelText={t(running ? 'cancel.keep' : 'close')}
      error={useRefusalText(error, status)}
    >
      {status === 'completed' ? null : (
        <div className={styles.form}>
          <p>{t(running ? 'correct.running' : 'correct.ended', { title })}</p>
          {signed > 0 ? <p>{t('correct.void')}</p> : null}
          {typeof transactionId === 'string' ? <Link to={fillPath(routes.transaction, { id: transactionId })}>{t('correct.openNew')}</Link> : null}
        </div>
      )}
    </ConfirmDialog>
  );
}

/** Why there is no corrected draft, as a sentence. */
function useRefusalText(error: ErrorInfo | null, status: Transaction['status']): string | undefined {
  const { t } = useTranslation('sending');
  if (!error) return undefined;
  if (status === 'completed') return t('progress.meanwhile', { state: t('progress.completed') });
  if (error.code === 'resource_in_use') return t('correct.exists');
  if (detailsOf(error).signed !== undefined) return t('correct.signed');
  return errorText(error, t('correct.failed'));
}
