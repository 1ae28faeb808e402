import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { internationalPhone, shownPhone } from '#contract/entities/phone-number.ts';
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

/** A new access code, in place of one that is lost or locked; or, of codes by text message, the number, which permits new attempts. */
export function AccessCodeDialog({ transactionId, recipient, onClose }: AccessCodeDialogProps) {
  const { t } = useTranslation('sending');
  const { t: recipients } = useTranslation('recipients');
  const dispatch = useAppDispatch();
  const byText = recipient.accessCodePhone !== null;
  const [text, setText] = useState(recipient.accessCodePhone === null ? '' : shownPhone(recipient.accessCodePhone));
  const phone = byText ? internationalPhone(text) : null;
  const isWrong = byText ? phone === null : isShortCode(text);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ErrorInfo | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const submit = async (): Promise<void> => {
    setTried(true);
    if (isWrong) return;
    setBusy(true);
    const outcome = await dispatch(setAccessCode({ id: transactionId, recipientId: recipient.id, ...(phone === null ? { code: text } : { phone }) }));
    setBusy(false);
    if (setAccessCode.rejected.match(outcome)) setError(outcome.payload ?? null);
    else setDone(t(byText ? 'accessCode.phoneSaved' : 'accessCode.saved'));
  };
  return (
    <FormDialog
      onClose={onClose}
      title={t(byText ? 'accessCode.changePhone' : 'accessCode.change')}
      closeLabel={t('close')}
      cancelText={t('back')}
      saveText={t(byText ? 'accessCode.phoneSave' : 'accessCode.save')}
      isPending={busy}
      done={done}
      onSubmit={() => void submit()}
    >
      <TextField
        label={t(byText ? 'accessCode.phoneLabel' : 'accessCode.label', { name: personName(recipient) })}
        help={t(byText ? 'accessCode.phoneHelp' : 'accessCode.help')}
        {...(byText ? { type: 'tel' } : { maxLength: accessCodes.longest })}
        autoComplete="off"
        spellCheck="false"
        value={text}
        onChange={setText}
        error={tried && isWrong ? (byText ? recipients('accessCodePhoneInvalid') : t('accessCode.short')) : undefined}
      />
      {error ? <Banner meaning="negative">{errorText(error, t('accessCode.failed'))}</Banner> : null}
    </FormDialog>
  );
}
