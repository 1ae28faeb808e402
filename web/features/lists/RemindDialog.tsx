import { useEffect, useState } from 'react';
import { Form } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import type { Transaction } from '#contract/entities/transaction.ts';
import { activeRecipient } from '#contract/entities/transaction.ts';
import { lengths } from '#contract/limits.ts';
import { errorText } from '#web/entities/error-text.ts';
import { requestForgotten, selectRequest } from '#web/entities/requests/requests.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { remindRecipient } from '#web/entities/transactions/transactions.requests.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { personName } from '#web/ui/initials.ts';
import { notify } from '#web/ui/snackbar.ts';
import { TextArea } from '#web/ui/TextArea.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { useKept } from '#web/ui/use-kept.ts';
import styles from './RemindDialog.module.scss';

export interface RemindDialogProps {
  /** The one whose active recipient is reminded; null while the dialog is closed. */
  transaction: Transaction | null;
  onClose(): void;
}

const FORM = 'remind-form';

/** What the reminder says: proposed anew for each transaction, changed by the person. */
const useReminder = (transaction: Transaction | null) => {
  const { t } = useTranslation('lists');
  const [title, setTitle] = useState('');
  const [message, setMessage] = useState('');
  const [tried, setTried] = useState(false);
  useEffect(() => {
    if (!transaction) return;
    setTitle(t('remind.defaultTitle', { title: transaction.name }).slice(0, lengths.title));
    setMessage(t('remind.defaultMessage', { title: transaction.name }));
    setTried(false);
  }, [transaction, t]);
  return {
    title, setTitle, message, setMessage,
    titleError: tried && !title.trim() ? t('remind.subjectMissing') : undefined,
    messageError: tried && !message.trim() ? t('remind.messageMissing') : undefined,
    /** Trimmed, or null where something is missing, which is then said. */
    checked: () => {
      setTried(true);
      return title.trim() && message.trim() ? { title: title.trim(), message: message.trim() } : null;
    },
  };
};

const Fields = ({ reminder, onSubmit }: { reminder: ReturnType<typeof useReminder>; onSubmit(): void }) => {
  const { t } = useTranslation('lists');
  return (
    <Form
      id={FORM}
      className={styles.form ?? ''}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <TextField
        label={t('remind.subject')}
        value={reminder.title}
        onChange={reminder.setTitle}
        maxLength={lengths.title}
        error={reminder.titleError}
      />
      <TextArea
        label={t('remind.message')}
        value={reminder.message}
        onChange={reminder.setMessage}
        maxLength={lengths.message}
        rows={5}
        error={reminder.messageError}
      />
    </Form>
  );
};

/** Sends the reminder and tells how that stands. */
const useSending = (shown: Transaction | null, onClose: () => void) => {
  const { t } = useTranslation('lists');
  const dispatch = useAppDispatch();
  const recipient = shown ? activeRecipient(shown.recipients) : null;
  const person = recipient ? personName(recipient) : '';
  const name = `${remindRecipient.typePrefix}/${shown?.id ?? ''}`;
  const { status, error } = useAppSelector((state) => selectRequest(state, name));
  const close = () => {
    dispatch(requestForgotten(name));
    onClose();
  };
  const send = async (words: { title: string; message: string } | null) => {
    if (!shown || !recipient || !words) return;
    const result = await dispatch(remindRecipient({ id: shown.id, userId: recipient.id, ...words }));
    if (result.meta.requestStatus !== 'fulfilled') return;
    notify(t('remind.done', { name: person }));
    close();
  };
  return { person, pending: status === 'pending', error, close, send };
};

/** Writes once more to the person whose turn it is. Title and message are both needed; both are proposed. */
export const RemindDialog = ({ transaction, onClose }: RemindDialogProps) => {
  const { t } = useTranslation('lists');
  const reminder = useReminder(transaction);
  const { person, pending, error, close, send } = useSending(useKept(transaction), onClose);
  return (
    <Dialog
      isOpen={transaction !== null}
      onClose={close}
      title={t('remind.title', { name: person })}
      closeLabel={t('close')}
      footer={
        <>
          <Button onPress={close}>{t('close')}</Button>
          <Button type="submit" form={FORM} look="primary" isPending={pending}>
            {t('remind.send')}
          </Button>
        </>
      }
    >
      <Fields reminder={reminder} onSubmit={() => void send(reminder.checked())} />
      {error ? <Banner meaning="negative">{errorText(error, t('failed'))}</Banner> : null}
    </Dialog>
  );
};
