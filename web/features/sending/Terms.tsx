import { CalendarClock } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useLocale } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { isRunning, type Transaction } from '#contract/entities/transaction.ts';
import { Button } from '#web/ui/Button.tsx';
import { dateWithZone } from '#web/ui/dates.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { CopiedPeople } from './CopiedPeople.tsx';
import { daysText } from './days-text.ts';
import styles from './sending.module.scss';

const ScheduleDialog = lazy(() => import('./ScheduleDialog.tsx').then((module) => ({ default: module.ScheduleDialog })));

interface TermsProps {
  transaction: Transaction;
  /** Whether the plan includes reminders. */
  includesReminders: boolean;
}

/** Deadline, automatic reminders and copy recipients. */
export function Terms({ transaction, includesReminders }: TermsProps) {
  const { t } = useTranslation('sending');
  const [isChanging, setChanging] = useState(false);
  return (
    <>
      <Schedule transaction={transaction} />
      {isRunning(transaction.status) ? (
        <div className={styles.actions}>
          <Button icon={<Icon of={CalendarClock} />} onPress={() => setChanging(true)}>
            {t('schedule.open')}
          </Button>
        </div>
      ) : null}
      <CopiedPeople cc={transaction.cc} />
      {isChanging ? (
        <Suspense>
          <ScheduleDialog transaction={transaction} isIncluded={includesReminders} onClose={() => setChanging(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

function Schedule({ transaction: { expiresAt, message: { reminders } } }: Pick<TermsProps, 'transaction'>) {
  const { t } = useTranslation('sending');
  const { locale } = useLocale();
  return (
    <>
      {expiresAt ? <p>{t('summary.deadline', { date: dateWithZone(expiresAt, locale) })}</p> : null}
      {reminders ? (
        <p className={styles.quiet}>
          {t('reminders.summary', { first: daysText(reminders.firstAfterDays, locale), every: daysText(reminders.everyDays, locale), most: reminders.most })}
        </p>
      ) : null}
    </>
  );
}
