import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Recipient } from '#contract/entities/recipient.ts';
import { lengths } from '#contract/limits.ts';
import { remindRecipient } from '#web/entities/transactions/transactions.requests.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { personName } from '#web/ui/initials.ts';
import { notify } from '#web/ui/snackbar.ts';
import { TextArea } from '#web/ui/TextArea.tsx';
import { TextField } from '#web/ui/TextField.tsx';

interface RemindDialogProps {
  transactionId: string;
  title: string;
  recipient: Recipient;
  onClose: () => void;
}

/** Asks the one whose turn it is once more. */
export function RemindDialog({ transactionId, title, recipient, onClose }: RemindDialogProps) {
  const { t } = useTranslation('sending');
  const dispatch = useAppDispatch();
  const name = personName(recipient);
  const [subject, setSubject] = useState(t('remind.defaultTitle', { title }).slice(0, lengths.title));
  const [message, setMessage] = useState(t('remind.defaultMessage', { name, title }));
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);

  const submit = async (): Promise<void> => {
    setTried(true);
    if (!subject.trim() || !message.trim()) return;
    setBusy(true);
    setFailed(false);
    const outcome = await dispatch(remindRecipient({ id: transactionId, userId: recipient.id, title: subject, message }));
    setBusy(false);
    if (!remindRecipient.fulfilled.match(outcome)) {
      setFailed(true);
      return;
    }
    notify(t('remind.done', { name }));
    onClose();
  };

  return (
    <FormDialog
      onClose={onClose}
      title={t('remind.title', { name })}
      closeLabel={t('close')}
      cancelText={t('back')}
      saveText={t('remind.send')}
      isPending={busy}
      onSubmit={() => void submit()}
    >
      <TextField
        label={t('remind.subject')}
        value={subject}
        maxLength={lengths.title}
        onChange={setSubject}
        error={tried && !subject.trim() ? t('remind.subjectMissing') : undefined}
      />
      <TextArea
        label={t('remind.message')}
        value={message}
        maxLength={lengths.message}
        onChange={setMessage}
        error={tried && !message.trim() ? t('remind.messageMissing') : undefined}
      />
      {failed ? <Banner meaning="negative">{t('remind.failed')}</Banner> : null}
    </FormDialog>
  );
}
