import { useTranslation } from 'react-i18next';
import { isSigner, participationOf, type Recipient } from '#contract/entities/recipient.ts';
import { byPlace, placesOf } from '#contract/entities/signing-order.ts';
import type { TransactionMessage, Transaction } from '#contract/entities/transaction.ts';
import { lengths } from '#contract/limits/lengths.ts';
import { listOf, sentencesOf, shortList } from '#web/services/i18n/joined.ts';
import { dateWithZone } from '#web/ui/dates.ts';
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
  const { t: people } = useTranslation('recipients');
  const { recipients, cc, expiresAt } = transaction;
  const places = placesOf(recipients);
  const date = expiresAt ? dateWithZone(expiresAt, i18n.language) : '';
  return (
    <>
      <p>{t('documents', { count: files.length, titles: listOf(files.map((file) => file.title), i18n.language) })}</p>
      <ol className={styles.order} aria-label={t('summary.recipients')}>
        {recipients.map((each, index) => {
          const count = fieldsOf(files, each);
          const fields = count > 0 ? t('summary.fields', { count }) : t('summary.signsOnly');
          const attachments = each.attachments.length > 0 ? t('summary.attachments', { count: each.attachments.length }) : null;
          const detail = isSigner(each) ? [fields, attachments].filter(Boolean).join(' · ') : people(`needs.${participationOf(each)}`);
          return (
            <li key={each.id} value={places[index]}>
              <PersonWords person={each} detail={detail} />
            </li>
          );
        })}
      </ol>
      <FirstInvited recipients={recipients} />
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

/** Who is asked first, and how; the others follow. */
function FirstInvited({ recipients }: { recipients: readonly Recipient[] }) {
  const { t, i18n } = useTranslation('sending');
  const [[first, ...besides] = []] = byPlace(recipients);
  const count = recipients.length;
  if (!first) return null;
  const after = recipients.every(isSigner) ? t('othersAfter') : t('othersAfterDone');
  if (besides.length > 0) {
    const sentence = t('invitedTogether', { names: shortList([first, ...besides].map(personName), i18n.language) });
    return <p className={styles.quiet}>{sentencesOf([sentence, ...(count > besides.length + 1 ? [after] : [])], i18n.language)}</p>;
  }
  const name = personName(first);
  if (!recipients.every(isSigner)) {
    const invitation = first.email || !first.phone ? t('firstInvited', { name, count: 1 }) : t('firstTexted', { name });
    return <p className={styles.quiet}>{sentencesOf([invitation, ...(count > 1 ? [after] : [])], i18n.language)}</p>;
  }
  if (first.email || !first.phone) return <p className={styles.quiet}>{t('firstInvited', { name, count })}</p>;
  return <p className={styles.quiet}>{sentencesOf([t('firstTexted', { name }), ...(count > 1 ? [t('othersLater')] : [])], i18n.language)}</p>;
}
