import { BellRing } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Recipient } from '#contract/entities/recipient.ts';
import { remindableFrom } from '#web/entities/transactions/remindable-from.ts';
import { formatLocale } from '#web/services/i18n/languages.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { personName } from '#web/ui/initials.ts';
import { useWaitsUntil } from '#web/ui/use-waits-until.ts';
import styles from './sending.module.scss';

interface ReminderProps {
  person: Recipient;
  /** Whether the plan includes reminders. */
  isIncluded: boolean;
  onRemind: () => void;
}

/** A reminder for the current recipient, available one hour after the last message. */
export function Reminder({ person, isIncluded, onRemind }: ReminderProps) {
  const { t, i18n } = useTranslation('sending');
  const { t: plan } = useTranslation('plan');
  const from = useWaitsUntil(remindableFrom(person));
  if (from !== null) {
    const time = new Intl.DateTimeFormat(formatLocale(i18n.language), { timeStyle: 'short' }).format(from);
    return <p className={styles.quiet}>{t('remind.later', { name: personName(person), time })}</p>;
  }
  return (
    <div className={styles.acts}>
      <Button icon={<Icon of={BellRing} />} isDisabled={!isIncluded} onPress={onRemind}>
        {t('remind.open')}
      </Button>
      {isIncluded ? null : <p className={styles.quiet}>{plan('lacks', { features: plan('features.allowReminderNotifications') })}</p>}
    </div>
  );
}
