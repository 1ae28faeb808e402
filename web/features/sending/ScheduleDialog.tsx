import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Transaction } from '#contract/entities/transaction.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { rescheduleTransaction } from '#web/entities/transactions/transactions.requests.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { DeadlineField } from './DeadlineField.tsx';
import { RemindersForm } from './RemindersForm.tsx';
import { TransactionErrorBanner } from './TransactionErrorBanner.tsx';
import styles from './sending.module.scss';

interface ScheduleDialogProps {
  transaction: Transaction;
  /** Whether the plan includes reminders. */
  isIncluded: boolean;
  onClose: () => void;
}

/** Changes the deadline and the automatic reminders of a request that was sent. */
export function ScheduleDialog({ transaction, isIncluded, onClose }: ScheduleDialogProps) {
  const { t } = useTranslation('sending');
  const dispatch = useAppDispatch();
  const [expiresAt, setExpiresAt] = useState(transaction.expiresAt);
  const [reminders, setReminders] = useState(transaction.message.reminders);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ErrorInfo | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const submit = async (): Promise<void> => {
    if (expiresAt !== null && new Date(expiresAt) <= new Date()) return;
    setBusy(true);
    setError(null);
    const outcome = await dispatch(rescheduleTransaction({ id: transaction.id, expiresAt, reminders }));
    setBusy(false);
    if (rescheduleTransaction.rejected.match(outcome)) setError(outcome.payload ?? null);
    else setDone(t('schedule.done'));
  };
  return (
    <FormDialog
      onClose={onClose}
      title={t('schedule.title')}
      closeLabel={t('close')}
      cancelText={t('back')}
      saveText={error ? t('tryAgain') : t('schedule.save')}
      isPending={busy}
      done={done}
      onSubmit={() => void submit()}
    >
      <DeadlineField expiresAt={expiresAt} onExpiresAt={setExpiresAt} />
      <RemindersForm reminders={reminders} isIncluded={isIncluded} onReminders={setReminders} />
      <p className={styles.quiet}>{t('schedule.told')}</p>
      {error ? <TransactionErrorBanner error={error} status={transaction.status} generic={t('schedule.failed')} /> : null}
    </FormDialog>
  );
}
