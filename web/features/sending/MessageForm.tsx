import { useTranslation } from 'react-i18next';
import type { TransactionMessage } from '#contract/entities/transaction.ts';
import { lengths } from '#contract/limits/lengths.ts';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Locked } from '#web/ui/Locked.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import styles from './sending.module.scss';

interface MessageFormProps {
  name: string;
  message: TransactionMessage;
  nameError?: string | undefined;
  /** Why the message can't be changed. */
  lock?: string | null;
  onName: (name: string) => void;
  onMessage: (message: TransactionMessage) => void;
}

/** Name of the transaction, the message in the invitation, and whether the result is attached. */
export function MessageForm({ name, message, nameError, lock = null, onName, onMessage }: MessageFormProps) {
  const { t } = useTranslation('sending');
  return (
    <section className={styles.form} aria-label={t('message.title')}>
      <TextField label={t('message.name')} value={name} maxLength={lengths.title} error={nameError} onChange={onName} />
      <Locked reason={lock}>
        <TextField
          label={t('message.subject')}
          hint={t('optional')}
          value={message.title}
          maxLength={lengths.title}
          onChange={(title) => onMessage({ ...message, title })}
        />
        <TextArea
          label={t('message.body')}
          hint={t('optional')}
          value={message.body}
          maxLength={lengths.message}
          onChange={(body) => onMessage({ ...message, body })}
        />
        <Checkbox isSelected={message.attachSignedFiles} help={t('message.attachHelp')} onChange={(attachSignedFiles) => onMessage({ ...message, attachSignedFiles })}>
          {t('message.attach')}
        </Checkbox>
      </Locked>
    </section>
  );
}
