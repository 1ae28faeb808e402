import { CalendarDays } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/Icon.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import styles from './signing.module.scss';

interface CalendarButtonProps {
  /** Year-month-day, or nothing. */
  value: string;
  onPick: (iso: string) => void;
  /** Beside a place on the page; the keyboard goes past it, for a date can be typed there. */
  isOutside?: boolean;
}

/** Opens the calendar of the device. */
export function CalendarButton({ value, onPick, isOutside = false }: CalendarButtonProps) {
  const { t } = useTranslation('signing');
  const input = useRef<HTMLInputElement>(null);
  return (
    <span className={isOutside ? styles.calendarOutside : styles.calendar}>
      <IconButton label={t('calendar')} look="plain" icon={<Icon of={CalendarDays} />} excludeFromTabOrder={isOutside} onPress={() => input.current?.showPicker()} />
      <input ref={input} type="date" className={styles.calendarInput} tabIndex={-1} aria-hidden value={value} onChange={(event) => onPick(event.target.value)} />
    </span>
  );
}
