import { useTranslation } from 'react-i18next';
import { setRules } from '#contract/entities/field-rules.ts';
import type { NumberFormat } from '#contract/entities/rules.ts';
import { numberFormat } from '#contract/entities/rules.ts';
import { counts } from '#contract/limits/counts.ts';
import { exampleNumber, numberFormOf, rewrittenNumber, shownNumber } from '#web/entities/field/number-forms.ts';
import { formatLocale } from '#web/services/i18n/languages.ts';
import { Select } from '#web/ui/Select.tsx';
import { CommittedText } from './CommittedText.tsx';
import { readNumber } from './measures.ts';
import type { PropertyProps } from './property-props.ts';

/** Ways of writing numbers, besides that of the person's language. */
const styles = ['en-US', 'de-DE', 'fr-FR', 'de-CH'] as const;
const currencies = ['EUR', 'USD', 'GBP', 'CHF', 'JPY', 'CNY', 'CAD', 'AUD', 'SEK', 'NOK', 'DKK', 'PLN', 'CZK', 'HUF', 'UAH', 'TRY', 'INR', 'BRL'] as const;

const keyOf = ({ decimalSign, grouping, prefix, suffix }: NumberFormat): string => [decimalSign, grouping, prefix, suffix].join('/');

/** Decimals, signs, currency and range of a number. */
export function NumberProperties({ field, number, change }: PropertyProps & { number: NumberFormat }) {
  const { t, i18n } = useTranslation('rules');
  const set = (more: Partial<NumberFormat>): void => {
    const next = { ...number, ...more };
    const value = typeof field.value === 'string' ? rewrittenNumber(field.value, number, next) : '';
    change(setRules({ ...field, value }, { number: next }));
  };
  const forms = [formatLocale(i18n.language), ...styles].map((locale) => ({ ...number, ...numberFormOf(locale, number.currency), decimals: number.decimals }));
  const offered = new Map([number, ...forms].map((form) => [keyOf(form), form]));
  const names = new Intl.DisplayNames(i18n.language, { type: 'currency' });
  const offeredCurrencies = [...new Set([...(number.currency === null ? [] : [number.currency]), ...currencies])];
  return (
    <>
      {number.currency === null ? null : (
        <Select
          label={t('currency')}
          options={offeredCurrencies.map((currency) => ({ key: currency as string, text: `${currency} · ${names.of(currency) ?? currency}` }))}
          value={number.currency}
          onChange={(currency) => set(numberFormOf(formatLocale(i18n.language), currency))}
        />
      )}
      <Select
        label={t('written')}
        options={[...offered].map(([key, form]) => ({ key, text: exampleNumber(form) }))}
        value={keyOf(number)}
        onChange={(key) => set(offered.get(key) ?? {})}
      />
      <Select
        label={t('decimals')}
        options={Array.from({ length: counts.decimals + 1 }, (_, count) => ({ key: String(count), text: String(count) }))}
        value={String(number.decimals)}
        onChange={(decimals) => set({ decimals: Number(decimals) })}
      />
      <Bound number={number} side="min" onCommit={(min) => set({ min })} />
      <Bound number={number} side="max" onCommit={(max) => set({ max })} />
    </>
  );
}

/** The smallest or largest value, typed as in the person's language. */
function Bound({ number, side, onCommit }: { number: NumberFormat; side: 'min' | 'max'; onCommit: (bound: string | null) => void }) {
  const { t } = useTranslation('rules');
  const { t: words } = useTranslation('preparing');
  const known = number[side];
  const commit = (text: string): void => {
    const value = readNumber(text);
    const bound = value === null ? null : value.toFixed(number.decimals);
    if (text.trim() === '') onCommit(null);
    else if (numberFormat.safeParse({ ...number, [side]: bound }).success) onCommit(bound);
  };
  return (
    <CommittedText
      label={t(side)}
      help={words('property.noLimit')}
      inputMode="decimal"
      value={known === null ? '' : shownNumber({ ...number, prefix: '', suffix: '', grouping: '' }, known)}
      onCommit={commit}
    />
  );
}
