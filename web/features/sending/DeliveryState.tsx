import { MailWarning, Send } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/Icon.tsx';
import type { ShownDelivery } from './shown-delivery.ts';
import styles from './sending.module.scss';

/** Delivery status of a message. */
export function DeliveryState({ delivery }: { delivery: ShownDelivery }) {
  const { t } = useTranslation('sending');
  return (
    <span className={styles.state} role="status">
      <Icon of={delivery === 'sent' ? Send : MailWarning} size={16} />
      {t(`delivery.${delivery}`)}
    </span>
  );
}
