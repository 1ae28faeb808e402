import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isSigner } from '#contract/entities/recipient.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { activeRecipients, byPlace } from '#contract/entities/signing-order.ts';
import { routes } from '#contract/routes.ts';
import { contactText } from '#web/entities/people/person-draft.ts';
import { shortList } from '#web/services/i18n/joined.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { personName } from '#web/ui/initials.ts';
import styles from './sending.module.scss';

/** Confirmation after sending: recipients, next step, and a link to the list. */
export function SentNotice({ transaction }: { transaction: Transaction }) {
  const { t, i18n } = useTranslation('sending');
  const active = activeRecipients(transaction.recipients);
  const [first] = active;
  if (!first) return null;
  const name = shortList(active.map(personName), i18n.language);
  const address = active.length > 1 ? '' : contactText(first);
  const isAtOnce = transaction.recipients.length > 1 && byPlace(transaction.recipients).length === 1;
  return (
    <div className={styles.sent} role="status">
      <h2 className={styles.sentTitle}>
        <Icon of={CircleCheck} size={20} />
        {t('sent.title', { name })}
      </h2>
      {address && address !== name ? <p className={styles.detail}>{address}</p> : null}
      <p>{isAtOnce ? t('sent.atOnce') : transaction.recipients.every(isSigner) ? t('sent.next', { count: transaction.recipients.length }) : t('othersAfterDone')}</p>
      <LinkButton look="primary" to={routes.transactions}>
        {t('sent.back')}
      </LinkButton>
    </div>
  );
}
