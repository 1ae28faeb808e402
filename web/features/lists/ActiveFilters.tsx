import { X } from 'lucide-react';
import { useLocale } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import type { ListQuery } from '#contract/entities/list-query.ts';
import { daysOf } from './list-period.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import type { ChangeQuery } from './use-list-query.ts';
import styles from './ListFrame.module.scss';

/** The person and the days that a list is filtered by, each with the way out. */
export const ActiveFilters = ({ query, onQuery }: { query: ListQuery; onQuery: ChangeQuery }) => {
  const { t } = useTranslation('lists');
  const { locale } = useLocale();
  const { from, until } = daysOf(query);
  const shown = (day: string): string => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));
  const chips = [
    ...(query.person === '' ? [] : [{ text: t('narrow.person', { name: query.person }), without: { person: '' } }]),
    ...(from === '' ? [] : [{ text: t('narrow.from', { date: shown(from) }), without: { createdFrom: '' } }]),
    ...(until === '' ? [] : [{ text: t('narrow.until', { date: shown(until) }), without: { createdBefore: '' } }]),
  ];
  if (chips.length === 0) return null;
  return (
    <ul className={styles.active} aria-label={t('narrow.active')}>
      {chips.map(({ text, without }) => (
        <li key={text}>
          <Button look="quiet" className={styles.chip} aria-label={t('narrow.remove', { filter: text })} icon={<Icon of={X} size={16} />} onPress={() => onQuery(without)}>
            {text}
          </Button>
        </li>
      ))}
    </ul>
  );
};
