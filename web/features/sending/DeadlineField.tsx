import { useState } from 'react';
import { useLocale } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { dateWithZone } from '#web/ui/dates.ts';
import { TextField } from '#web/ui/TextField.tsx';
import { dayOf, endOfDay } from '#web/ui/days.ts';

interface DeadlineFieldProps {
  expiresAt: string | null;
  onExpiresAt: (expiresAt: string | null) => void;
}

/** The signing deadline: the end of a day in the sender's time zone. */
export function DeadlineField({ expiresAt, onExpiresAt }: DeadlineFieldProps) {
  const { t } = useTranslation('sending');
  const { locale } = useLocale();
  const [now] = useState(() => new Date());
  const past = expiresAt !== null && new Date(expiresAt) <= now;
  return (
    <TextField
      label={t('options.expiresAt')}
      hint={t('optional')}
      type="date"
      min={dayOf(now)}
      value={expiresAt ? dayOf(new Date(expiresAt)) : ''}
      onChange={(day) => onExpiresAt(endOfDay(day))}
      help={expiresAt ? t('options.expiresOn', { date: dateWithZone(expiresAt, locale) }) : t('options.expiresAtHelp')}
      error={past ? t('options.past') : undefined}
    />
  );
}
