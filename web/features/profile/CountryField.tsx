import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { matchesSearch } from '#web/entities/matches-search.ts';
import { ComboBox } from '#web/ui/ComboBox.tsx';
import { countries } from './countries.ts';

interface CountryFieldProps {
  /** ISO 3166-1 code, or empty. */
  value: string;
  onChange(code: string): void;
}

/** A combo box for countries. Text that is no country counts as empty. */
export const CountryField = ({ value, onChange }: CountryFieldProps) => {
  const { t, i18n } = useTranslation('profile');
  const all = useMemo(() => countries(i18n.language), [i18n.language]);
  const chosen = all.find(({ code }) => code === value)?.name ?? '';
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? chosen;
  const options = all
    .filter(({ name }) => matchesSearch([name], typed ?? ''))
    .map(({ code, name }) => ({ key: code, text: name }));
  return (
    <ComboBox
      label={t('country')}
      hint={t('optional')}
      openLabel={t('showCountries')}
      options={options}
      text={text}
      onTextChange={(next) => {
        setTyped(next === chosen ? null : next);
        if (next === '') onChange('');
      }}
      onChoose={(code) => {
        setTyped(null);
        onChange(code);
      }}
      onBlur={() => setTyped(null)}
      allowsCustomValue
    />
  );
};
