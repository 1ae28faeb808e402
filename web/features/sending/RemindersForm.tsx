import { useLocale } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { usualReminders, type ReminderPlan } from '#contract/entities/reminder.ts';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Select } from '#web/ui/Select.tsx';
import { daysText } from './days-text.ts';
import styles from './sending.module.scss';

interface RemindersFormProps {
  reminders: ReminderPlan | null;
  /** Whether the plan includes reminders. */
  isIncluded: boolean;
  onReminders: (reminders: ReminderPlan | null) => void;
}

const days = [1, 2, 3, 5, 7, 10, 14, 21, 30, 60, 90];
const numbers = [1, 2, 3, 4, 5, 6, 8, 10, 15, 20];

/** Automatic reminders: off, or when and how many. */
export function RemindersForm({ reminders, isIncluded, onReminders }: RemindersFormProps) {
  const { t } = useTranslation('sending');
  const { t: plan } = useTranslation('plan');
  const { locale } = useLocale();
  const inDays = (count: number): string => daysText(count, locale);
  return (
    <>
      <Checkbox
        isSelected={reminders !== null}
        isDisabled={!isIncluded && reminders === null}
        help={isIncluded ? t('reminders.help') : plan('notIncluded')}
        onChange={(on) => onReminders(on ? usualReminders : null)}
      >
        {t('reminders.automatic')}
      </Checkbox>
      {reminders ? (
        <div className={styles.reminders}>
          <NumberSelect label={t('reminders.first')} offered={days} value={reminders.firstAfterDays} text={inDays} onChange={(firstAfterDays) => onReminders({ ...reminders, firstAfterDays })} />
          <NumberSelect label={t('reminders.every')} offered={days} value={reminders.everyDays} text={inDays} onChange={(everyDays) => onReminders({ ...reminders, everyDays })} />
          <NumberSelect label={t('reminders.most')} offered={numbers} value={reminders.most} text={(count) => new Intl.NumberFormat(locale).format(count)} onChange={(most) => onReminders({ ...reminders, most })} />
        </div>
      ) : null}
    </>
  );
}

interface NumberSelectProps {
  label: string;
  offered: readonly number[];
  value: number;
  text: (value: number) => string;
  onChange: (value: number) => void;
}

/** A number that another client chose is offered too. */
const NumberSelect = ({ label, offered, value, text, onChange }: NumberSelectProps) => (
  <Select
    label={label}
    value={String(value)}
    options={[...new Set([...offered, value])].toSorted((a, b) => a - b).map((each) => ({ key: String(each), text: text(each) }))}
    onChange={(key) => onChange(Number(key))}
  />
);
