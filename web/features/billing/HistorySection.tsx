import { useLocale } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import type { HistoryEntry } from '#contract/entities/billing.ts';
import { Item, ItemList } from '#web/ui/ItemList.tsx';
import { Section } from '#web/ui/Section.tsx';
import { StatusText } from '#web/ui/StatusText.tsx';
import { keyOf, money } from './money.ts';

const meanings = { paid: 'success', pending: 'attention', failed: 'negative' } as const;

/** Payments, newest first. */
export const HistorySection = ({ history }: { history: readonly HistoryEntry[] }) => {
  const { t } = useTranslation('billing');
  const { locale } = useLocale();
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long' });
  return (
    <Section title={t('history')}>
      {history.length === 0 ? <p>{t('noHistory')}</p> : null}
      <ItemList label={t('history')}>
        {history.map(({ id, amount, date, plan, state, card }) => (
          <Item
            key={id}
            title={money(amount, locale)}
            detail={[t(`plan.${keyOf(plan)}`), day.format(new Date(date)), card ? t('card.ending', { last: card }) : null].filter(Boolean).join(' · ')}
            state={<StatusText meaning={meanings[state]}>{t(`payment.${state}`)}</StatusText>}
          />
        ))}
      </ItemList>
    </Section>
  );
};
