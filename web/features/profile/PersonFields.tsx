import { useTranslation } from 'react-i18next';
import { lengths } from '#contract/limits/lengths.ts';
import { nameAutoComplete, namePartsIn, type NamePart } from '#contract/person-names.ts';
import { errorText } from '#web/entities/error-text.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { CountryField } from './CountryField.tsx';
import type { usePersonForm } from './use-person-form.ts';
import styles from './Profile.module.scss';

export const PersonFields = ({ form, autoFocus }: { form: ReturnType<typeof usePersonForm>; autoFocus?: boolean }) => {
  const { t, i18n } = useTranslation('profile');
  const { values, set, problems, error } = form;
  const problemOf = (part: NamePart): string | undefined => {
    if (problems[part] === null) return undefined;
    return problems[part] === 'missing' ? t(`nameMissing.${part}`) : t('nameInvalid');
  };
  return (
    <>
      <div className={styles.pair}>
        {namePartsIn(i18n.language).map((part, index) => (
          <TextField
            key={part}
            label={t(part)}
            name={nameAutoComplete[part]}
            autoComplete={nameAutoComplete[part]}
            value={values[part]}
            onChange={set(part)}
            maxLength={lengths.fullName}
            autoFocus={index === 0 && (autoFocus ?? false)}
            error={problemOf(part)}
          />
        ))}
      </div>
      <CountryField value={values.country} onChange={set('country')} />
      <TextField
        label={t('company')}
        hint={t('optional')}
        name="organization"
        autoComplete="organization"
        value={values.company}
        onChange={set('company')}
        maxLength={lengths.fullName}
      />
      {error ? <Banner meaning="negative">{errorText(error, t('failed'))}</Banner> : null}
    </>
  );
};
