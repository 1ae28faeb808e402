import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Recipient } from '#contract/entities/recipient.ts';
import { accessCodes } from '#contract/limits/sending.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { setAccessCode } from '#web/entities/transactions/transactions.requests.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { personName } from '#web/ui/initials.ts';
import { TextField } from '#web/ui/TextField.tsx';
import { isShortCode } from './use-access-codes.ts';

interface AccessCodeDialogProps {
  transactionId: string;
  recipient: Recipient;
  onClose: () => void;
}

/** A new access code, in place of one that is lost or locked. */
export function AccessCodeDialog({ transactionId, recipient, onClose }: AccessCodeDialogProps) {
  const { t } = useTranslation('sending');
  const dispatch = useAppDispatch();
  const [code, setCode] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ErrorInfo | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const submit = async (): Promise<void> => {
    setTried(true);
    if (isShortCode(code)) return;
    setBusy(true);
    const outcome = await dispatch(setAccessCode({ id: transactionId, recipientId: recipient.id, code }));
    setBusy(false);
    if (setAccessCode.rejected.match(outcome)) setError(outcome.payload ?? null);
    else setDone(t('accessCode.saved'));
  };
  return (
    <FormDialog
      onClose={onClose}
      title={t('accessCode.change')}
      closeLabel={t('close')}
      cancelText={t('back')}
      saveText={t('accessCode.save')}
      isPending={busy}
      done={done}
      onSubmit={() => void submit()}
    >
      <TextField
        label={t('accessCode.label', { name: personName(recipient) })}
        help={t('accessCode.help')}
        autoComplete="off"
        spellCheck="false"
        maxLength={accessCodes.longest}
        value={code}
        onChange={setCode}
        error={tried && isShortCode(code) ? t('accessCode.short') : undefined}
      />
      {error ? <Banner meaning="negative">{errorText(error, t('accessCode.failed'))}</Banner> : null}
    </FormDialog>
  );
}
