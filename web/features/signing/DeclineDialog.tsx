import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lengths } from '#contract/limits/lengths.ts';
import { errorText } from '#web/entities/error-text.ts';
import { declineTransaction } from '#web/entities/transactions/transactions.requests.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';

interface DeclineDialogProps {
  transactionId: string;
  sender: string;
  /** Whether an approval is declined, not a signature. */
  isApproval?: boolean;
  onDeclined: () => void;
  onClose: () => void;
}

/** Declines to sign or to approve, with a reason for the sender. */
export function DeclineDialog({ transactionId, sender, isApproval = false, onDeclined, onClose }: DeclineDialogProps) {
  const { t } = useTranslation('signing');
  const { t: reviewing } = useTranslation('reviewing');
  const dispatch = useAppDispatch();
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ErrorInfo | null>(null);
  const submit = async (): Promise<void> => {
    setTried(true);
    if (!reason.trim()) return;
    setBusy(true);
    setError(null);
    try {
      await dispatch(declineTransaction({ id: transactionId, reason: reason.trim() })).unwrap();
      onDeclined();
    } catch (failure) {
      setError(failure as ErrorInfo);
      setBusy(false);
    }
  };
  return (
    <FormDialog
      onClose={onClose}
      title={isApproval ? reviewing('declining.title') : t('decline.title')}
      closeLabel={t('close')}
      cancelText={t('back')}
      saveText={t('decline.confirm')}
      look="negative"
      isPending={busy}
      onSubmit={() => void submit()}
    >
      <p>{isApproval ? reviewing('declining.text', { sender }) : t('decline.text', { sender })}</p>
      <TextArea
        label={t('decline.reason')}
        value={reason}
        maxLength={lengths.reason}
        autoFocus
        isRequired
        onChange={setReason}
        error={tried && !reason.trim() ? t('decline.missing') : undefined}
      />
      {error ? <Banner meaning="negative">{errorText(error)}</Banner> : null}
    </FormDialog>
  );
}
