import { useTranslation } from 'react-i18next';
import { resolveDay } from '#contract/entities/rules.ts';
import type { Field } from '#contract/entities/field.ts';
import { exampleNumber, shownNumber } from '#web/entities/field/number-forms.ts';
import { formatLocale } from '#web/services/i18n/languages.ts';

export const todayIso = (): string => new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 10);

/** Returns a function for what a number field expects, as text; null for other fields. */
export function useExpectedNumber(): (field: Pick<Field, 'rules'>) => string | null {
  const { t } = useTranslation('fields');
  return ({ rules }) => (rules?.number ? t('rules.number', { example: exampleNumber(rules.number) }) : null);
}

/** Returns a function for the problem of a number or day, as text; undefined for other problems. */
export function useRuleWords(): (field: Pick<Field, 'rules'>, code: string) => string | undefined {
  const { t, i18n } = useTranslation('fields');
  return ({ rules }, code) => {
    const number = rules?.number;
    const dates = rules?.dates;
    const dayOf = (day: string): string =>
      new Intl.DateTimeFormat(formatLocale(i18n.language), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${resolveDay(day, todayIso())}T12:00:00Z`));
    if (code === 'too_early' && dates?.min) return t('rules.tooEarly', { day: dayOf(dates.min) });
    if (code === 'too_late' && dates?.max) return t('rules.tooLate', { day: dayOf(dates.max) });
    if (code === 'too_small' && number?.min) return t('rules.tooSmall', { min: shownNumber(number, number.min) });
    if (code === 'too_large' && number?.max) return t('rules.tooLarge', { max: shownNumber(number, number.max) });
    return code === 'too_many_decimals' && number ? t('rules.decimals', { number: number.decimals }) : undefined;
  };
}
