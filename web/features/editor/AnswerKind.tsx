import { useTranslation } from 'react-i18next';
import type { Field } from '#contract/entities/field.ts';
import { setOptions, setRules } from '#contract/entities/field-rules.ts';
import { numberFormOf } from '#web/entities/field/number-forms.ts';
import { formatLocale } from '#web/services/i18n/languages.ts';
import { Select } from '#web/ui/Select.tsx';
import { useIncluded } from './plan.ts';
import type { PropertyProps } from './property-props.ts';

const kinds = ['text', 'dropdown', 'number', 'money'] as const;
type Kind = (typeof kinds)[number];

/** Currency that is offered first, by language. */
const currencies: Readonly<Record<string, string>> = { en: 'USD', ja: 'JPY', tr: 'TRY', uk: 'UAH', zh: 'CNY' };

export function kindOf({ options, rules }: Field): Kind {
  if (options) return 'dropdown';
  if (!rules?.number) return 'text';
  return rules.number.currency === null ? 'number' : 'money';
}

/** Whether the recipient writes a text, chooses an option, or enters a number. */
export function AnswerKind({ field, change }: PropertyProps) {
  const { t, i18n } = useTranslation('rules');
  const { t: plan } = useTranslation('plan');
  const mayChoose = useIncluded('allowAdvancedFields');
  const mayCheck = useIncluded('allowFieldsValidations');
  const isOffered = (kind: Kind): boolean => kind === kindOf(field) || kind === 'text' || (kind === 'dropdown' ? mayChoose && field.pdfFieldId === null : mayCheck);
  const choose = (kind: Kind): void => {
    const currency = kind === 'money' ? (currencies[i18n.language] ?? 'EUR') : null;
    const number = { ...numberFormOf(formatLocale(i18n.language), currency), min: null, max: null };
    if (kind === 'dropdown') change(setOptions(field, [1, 2].map((count) => t('option', { number: count }))));
    else if (kind === 'text') change(setRules(setOptions(field, null), { number: null }));
    else change(setRules({ ...setOptions(field, null), textFormat: null, textMaxLength: 0, multiline: false, comb: false, textAlign: 'right' }, { number }));
  };
  const lacks = mayChoose && mayCheck ? undefined : plan('notIncluded');
  return (
    <Select
      label={t('kind')}
      help={kinds.every(isOffered) || field.pdfFieldId !== null ? undefined : lacks}
      options={kinds.filter(isOffered).map((kind) => ({ key: kind, text: t(`kinds.${kind}`) }))}
      value={kindOf(field)}
      onChange={choose}
    />
  );
}
