import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Transaction } from '#contract/entities/transaction.ts';
import { activeRecipient } from '#contract/entities/transaction.ts';
import { routes } from '#contract/routes.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { personName } from '#web/ui/initials.ts';
import styles from './sending.module.scss';

/** Confirmation after sending: recipients, next step, and a link to the list. */
export function SentNotice({ transaction }: { transaction: Transaction }) {
  const { t } = useTranslation('sending');
  const active = activeRecipient(transaction.recipients);
  if (!active) return null;
  const name = personName(active);
  const address = active.email ?? active.phone;
  return (
    <div className={styles.sent} role="status">
      <h2 className={styles.sentTitle}>
        <Icon of={CircleCheck} size={20} />
        {t('sent.title', { name })}
      </h2>
      {address && address !== name ? <p className={styles.detail}>{address}</p> : null}
      <p>{t('sent.next', { count: transaction.recipients.length })}</p>
      <LinkButton look="primary" to={routes.transactions}>
        {t('sent.back')}
      </LinkButton>
    </div>
  );
}
