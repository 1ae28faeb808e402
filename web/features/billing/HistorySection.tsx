import { useLocale } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import type { HistoryEntry } from '#contract/entities/billing.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { saveAs } from '#web/services/api/bodies.ts';
import { call } from '#web/services/api/call.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Item, ItemList } from '#web/ui/ItemList.tsx';
import { Section } from '#web/ui/Section.tsx';
import { StatusText } from '#web/ui/StatusText.tsx';
import { keyOf, money } from './money.ts';

const meanings = { paid: 'success', pending: 'attention', failed: 'negative' } as const;

interface HistorySectionProps {
  history: readonly HistoryEntry[];
  /** The paying organization; undefined for the person. */
  orgId: string | undefined;
}

/** Payments, newest first. */
export const HistorySection = ({ history, orgId }: HistorySectionProps) => {
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
            actions={state === 'paid' ? <Receipt id={id} date={date} shownDate={day.format(new Date(date))} orgId={orgId} /> : null}
          />
        ))}
      </ItemList>
    </Section>
  );
};

interface ReceiptProps extends Pick<HistoryEntry, 'id' | 'date'> {
  shownDate: string;
  orgId: string | undefined;
}

/** Saves the receipt of a payment. */
const Receipt = ({ id, date, shownDate, orgId }: ReceiptProps) => {
  const { t } = useTranslation('billing');
  const act = useAsyncAction();
  const get = async (): Promise<void> => {
    const pdf = await act.ask(() => call('billing.receipt', { params: { id }, query: { orgId } }));
    if (pdf) saveAs(new Blob([pdf], { type: 'application/pdf' }), t('receipt.fileName', { date: date.slice(0, 10) }));
  };
  return (
    <>
      <Button aria-label={t('receipt.of', { date: shownDate })} isPending={act.busy} onPress={() => void get()}>
        {t('receipt.get')}
      </Button>
      {act.error ? <Banner meaning="negative">{errorText(act.error, t('failed'))}</Banner> : null}
    </>
  );
};
