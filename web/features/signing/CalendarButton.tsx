import { CalendarDays } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/Icon.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import styles from './signing.module.scss';

interface CalendarButtonProps {
  /** YYYY-MM-DD, or empty. */
  value: string;
  onPick: (iso: string) => void;
  /** Beside the field on the page and outside the tab order, since a date can be typed. */
  isOutside?: boolean;
}

/** Opens the device's date picker. */
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
