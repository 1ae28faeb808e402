import { useTranslation } from 'react-i18next';
import type { TransactionMessage, Transaction } from '#contract/entities/transaction.ts';
import { lengths } from '#contract/limits.ts';
import { listOf } from '#web/services/i18n/joined.ts';
import { personName } from '#web/ui/initials.ts';
import { TextArea } from '#web/ui/TextArea.tsx';
import { CopiedPeople } from './CopiedPeople.tsx';
import { PersonWords } from './PersonWords.tsx';
import type { SentFile } from './problems.ts';
import { fieldsOf } from './problems.ts';
import styles from './sending.module.scss';

interface SendSummaryProps {
  transaction: Transaction;
  files: readonly SentFile[];
  message: TransactionMessage;
  onMessage: (message: TransactionMessage) => void;
  isDisabled: boolean;
}

/** Summary before sending: documents, recipients in order, fields, copies, expiry date and message. */
export function SendSummary({ transaction, files, message, onMessage, isDisabled }: SendSummaryProps) {
  const { t, i18n } = useTranslation('sending');
  const { recipients, cc, expiresAt } = transaction;
  const [first] = recipients;
  const date = expiresAt ? new Intl.DateTimeFormat(i18n.language, { dateStyle: 'full', timeStyle: 'short' }).format(new Date(expiresAt)) : '';
  return (
    <>
      <p>{t('documents', { count: files.length, titles: listOf(files.map((file) => file.title), i18n.language) })}</p>
      <ol className={styles.order} aria-label={t('summary.recipients')}>
        {recipients.map((each) => {
          const count = fieldsOf(files, each);
          return (
            <li key={each.id}>
              <PersonWords person={each} detail={count > 0 ? t('summary.fields', { count }) : t('summary.signsOnly')} />
            </li>
          );
        })}
      </ol>
      {first ? <p className={styles.quiet}>{t('firstAsked', { name: personName(first), count: recipients.length })}</p> : null}
      <CopiedPeople cc={cc} />
      <p>{expiresAt ? t('summary.deadline', { date }) : t('summary.noDeadline')}</p>
      <TextArea
        label={t('message.body')}
        hint={t('optional')}
        rows={2}
        value={message.body}
        maxLength={lengths.message}
        isDisabled={isDisabled}
        onChange={(body) => onMessage({ ...message, body })}
      />
    </>
  );
}
