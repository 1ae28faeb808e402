import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Transaction } from '#contract/entities/transaction.ts';
import { lengths } from '#contract/limits/lengths.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { returnSending } from '#web/entities/transactions/send-approval.requests.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';

interface ReturnDialogProps {
  transaction: Transaction;
  asker: string;
  onClose: () => void;
  onDone: () => void;
}

/** Gives a request back to its sender, who reads why. */
export function ReturnDialog({ transaction: { id, version }, asker, onClose, onDone }: ReturnDialogProps) {
  const { t } = useTranslation('sending');
  const dispatch = useAppDispatch();
  const act = useAsyncAction();
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const submit = async (): Promise<void> => {
    setTried(true);
    if (reason.trim() === '') return;
    if (await act.run(() => dispatch(returnSending({ id, version, reason: reason.trim() })).unwrap())) onDone();
  };
  return (
    <FormDialog onClose={onClose} title={t('approval.returnTitle', { name: asker })} closeLabel={t('close')} cancelText={t('back')} saveText={t('approval.return')} isPending={act.busy} onSubmit={() => void submit()}>
      <TextArea
        label={t('approval.reason')}
        help={t('approval.reasonHelp')}
        isRequired
        autoFocus
        maxLength={lengths.reason}
        value={reason}
        onChange={setReason}
        error={tried && reason.trim() === '' ? t('approval.reasonMissing') : undefined}
      />
      {act.error ? <Banner meaning="negative">{errorText(act.error, t('approval.failed'))}</Banner> : null}
    </FormDialog>
  );
}
