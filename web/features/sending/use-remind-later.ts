import { useTranslation } from 'react-i18next';
import type { Recipient } from '#contract/entities/recipient.ts';
import { remindableFrom } from '#web/entities/transactions/remindable-from.ts';
import { formatLocale } from '#web/services/i18n/languages.ts';
import { personName } from '#web/ui/initials.ts';
import { useWaitsUntil } from '#web/ui/use-waits-until.ts';

/** Says from when a recipient can be reminded; null if at once. */
export function useRemindLater(person: Recipient): string | null {
  const { t, i18n } = useTranslation('lists');
  const from = useWaitsUntil(remindableFrom(person));
  if (from === null) return null;
  return t('remindLater', { name: personName(person), time: new Intl.DateTimeFormat(formatLocale(i18n.language), { timeStyle: 'short' }).format(from) });
}
