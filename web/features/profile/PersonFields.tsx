import { useTranslation } from 'react-i18next';
import { lengths } from '#contract/limits.ts';
import { errorText } from '#web/entities/error-text.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { CountryField } from './CountryField.tsx';
import type { usePersonForm } from './use-person-form.ts';
import styles from './Profile.module.scss';

export const PersonFields = ({ form, autoFocus }: { form: ReturnType<typeof usePersonForm>; autoFocus?: boolean }) => {
  const { t } = useTranslation('profile');
  const { values, set, problems, error } = form;
  const problemOf = (part: 'firstName' | 'lastName'): string | undefined => {
    if (problems[part] === null) return undefined;
    return problems[part] === 'missing' ? t(`nameMissing.${part}`) : t('nameInvalid');
  };
  return (
    <>
      <div className={styles.pair}>
        <TextField
          label={t('firstName')}
          name="given-name"
          autoComplete="given-name"
          value={values.firstName}
          onChange={set('firstName')}
          maxLength={lengths.fullName}
          autoFocus={autoFocus ?? false}
          error={problemOf('firstName')}
        />
        <TextField
          label={t('lastName')}
          name="family-name"
          autoComplete="family-name"
          value={values.lastName}
          onChange={set('lastName')}
          maxLength={lengths.fullName}
          error={problemOf('lastName')}
        />
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
