import { BellRing } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Recipient } from '#contract/entities/recipient.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { personName } from '#web/ui/initials.ts';
import styles from './sending.module.scss';
import { useRemindLater } from './use-remind-later.ts';

interface ReminderProps {
  person: Recipient;
  /** Whether several can be reminded, so that the button names the person. */
  isNamed: boolean;
  /** Whether the plan includes reminders. */
  isIncluded: boolean;
  onRemind: () => void;
}

/** A reminder for the current recipient, available one hour after the last message. */
export function Reminder({ person, isNamed, isIncluded, onRemind }: ReminderProps) {
  const { t } = useTranslation('sending');
  const { t: plan } = useTranslation('plan');
  const later = useRemindLater(person);
  if (later !== null) return <p className={styles.quiet}>{later}</p>;
  return (
    <div className={styles.actions}>
      <Button icon={<Icon of={BellRing} />} isDisabled={!isIncluded} onPress={onRemind}>
        {isNamed ? t('remind.title', { name: personName(person) }) : t('remind.open')}
      </Button>
      {isIncluded ? null : <p className={styles.quiet}>{plan('lacks', { features: plan('features.allowReminderNotifications') })}</p>}
    </div>
  );
}
