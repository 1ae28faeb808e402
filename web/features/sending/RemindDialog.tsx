import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Recipient } from '#contract/entities/recipient.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { lengths } from '#contract/limits/lengths.ts';
import { reminderTexts } from '#web/entities/transactions/reminder-texts.ts';
import { remindRecipient } from '#web/entities/transactions/transactions.requests.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { formatLocale } from '#web/services/i18n/languages.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { personName } from '#web/ui/initials.ts';
import { TextArea } from '#web/ui/TextArea.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { TransactionErrorBanner } from './TransactionErrorBanner.tsx';

interface RemindDialogProps {
  transaction: Transaction;
  recipient: Recipient;
  onClose: () => void;
}

/** Returns the time of the next permitted reminder, if the server says so. */
function nextReminder({ code, details }: ErrorInfo, locale: string): string | null {
  const wait = typeof details === 'object' && details !== null && 'retryAfter' in details ? details.retryAfter : null;
  if (code !== 'too_many_requests' || typeof wait !== 'number') return null;
  return new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(Date.now() + wait * 1000);
}

/** Reminds the current recipient. */
export function RemindDialog({ transaction, recipient, onClose }: RemindDialogProps) {
  const { t, i18n } = useTranslation('sending');
  const dispatch = useAppDispatch();
  const name = personName(recipient);
  const { id, name: title } = transaction;
  const proposed = reminderTexts(recipient);
  const [subject, setSubject] = useState(t(proposed.title, { title }).slice(0, lengths.title));
  const [message, setMessage] = useState(t(proposed.message, { name, title }));
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ErrorInfo | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const [next, setNext] = useState<string | null>(null);

  const refused = (why: ErrorInfo | null): void => {
    setNext(why && nextReminder(why, formatLocale(i18n.language)));
    setError(why);
  };
  const submit = async (): Promise<void> => {
    setTried(true);
    if (!subject.trim() || !message.trim()) return;
    setBusy(true);
    setError(null);
    const outcome = await dispatch(remindRecipient({ id, userId: recipient.id, title: subject, message }));
    setBusy(false);
    if (remindRecipient.fulfilled.match(outcome)) setDone(t('remind.done', { name }));
    else refused(outcome.payload ?? null);
  };

  return (
    <FormDialog
      onClose={onClose}
      title={t('remind.title', { name })}
      closeLabel={t('close')}
      cancelText={t('back')}
      saveText={error ? t('tryAgain') : t('remind.send')}
      isPending={busy}
      done={done}
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
      {error && next ? <Banner meaning="negative">{t('remind.tooSoon', { name, time: next })}</Banner> : null}
      {error && !next ? <TransactionErrorBanner error={error} status={transaction.status} generic={t('remind.failed')} /> : null}
    </FormDialog>
  );
}
