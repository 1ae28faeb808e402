import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { choicesOf } from '#web/entities/field/choices.ts';

interface OptionSelectProps extends Omit<ComponentProps<'select'>, 'value' | 'onChange'> {
  options: readonly string[];
  value: string;
  onWrite: (text: string) => void;
}

/** Options of a PDF choice field, or none. A multi-select list shows its values as they are. */
export function OptionSelect({ options, value, onWrite, ...rest }: OptionSelectProps) {
  const { t } = useTranslation('signing');
  const choices = choicesOf(options);
  const chosen = value.trim() === '' ? '' : value;
  const isOther = chosen !== '' && !choices.includes(chosen);
  return (
    <select {...rest} value={chosen} onChange={(event) => onWrite(event.target.value)}>
      <option value="" aria-label={t('noChoice')} />
      {isOther ? <option>{chosen}</option> : null}
      {choices.map((option) => <option key={option}>{option}</option>)}
    </select>
  );
}
