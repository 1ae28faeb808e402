import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Form } from 'react-aria-components';
import type { Profile } from '#contract/entities/profile.ts';
import { themes } from '#contract/entities/profile.ts';
import type { Locale } from '#contract/languages.ts';
import { isLocale } from '#contract/languages.ts';
import { useLanguageOptions } from '#web/entities/deployment/use-language-options.ts';
import { useLanguageSwitch } from '#web/entities/deployment/use-language-switch.ts';
import { updateProfile } from '#web/entities/profile/profile.requests.ts';
import { selectProfile } from '#web/entities/profile/profile.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { selectTheme, themeChosen } from '#web/entities/ui-state/ui.slice.ts';
import { Button } from '#web/ui/Button.tsx';
import { offersSignIn } from '#web/services/config.ts';
import { Page } from '#web/ui/Page.tsx';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';
import { Section } from '#web/ui/Section.tsx';
import { Select } from '#web/ui/Select.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { notify } from '#web/ui/snackbar.ts';
import { AvatarField } from './AvatarField.tsx';
import { CertificatesSection } from './CertificatesSection.tsx';
import { ContactSection } from './ContactSection.tsx';
import { LeaveSection } from './LeaveSection.tsx';
import { PasskeysSection } from './PasskeysSection.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { PersonFields } from './PersonFields.tsx';
import { SecondFactorSection } from './SecondFactorSection.tsx';
import { usePersonForm } from './use-person-form.ts';
import styles from './Profile.module.scss';

const Person = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation('profile');
  const form = usePersonForm(profile, () => notify(t('saved'), { id: 'profile' }));
  return (
    <Section title={t('person')}>
      <Form
        className={styles.form ?? ''}
        onSubmit={(event) => {
          event.preventDefault();
          void form.save();
        }}
      >
        <PersonFields form={form} />
        <div>
          <Button type="submit" look="primary" isPending={form.pending}>
            {t('save')}
          </Button>
        </div>
      </Form>
    </Section>
  );
};

/** Language and theme apply at once and are saved in the profile. */
const Appearance = () => {
  const { t, i18n } = useTranslation('profile');
  const dispatch = useAppDispatch();
  const theme = useAppSelector(selectTheme);
  const current = isLocale(i18n.language) ? i18n.language : 'en';
  const languageOptions = useLanguageOptions(current);
  const { choose, error } = useLanguageSwitch();
  const chooseLanguage = async (language: Locale) => {
    if (await choose(language)) void dispatch(updateProfile({ locale: language }));
  };
  return (
    <Section title={t('appearance')}>
      <Select
        label={t('language')}
        className={styles.narrow}
        options={languageOptions}
        value={current}
        onChange={(key) => void chooseLanguage(key)}
        error={error}
      />
      <RadioGroup
        label={t('theme')}
        orientation="horizontal"
        options={themes.map((key) => ({ key, text: t(`themes.${key}`) }))}
        value={theme}
        onChange={(chosen) => {
          dispatch(themeChosen(chosen));
          void dispatch(updateProfile({ theme: chosen }));
        }}
      />
    </Section>
  );
};

/** Personal details and appearance of the app. */
const ProfileScreen = ({ storage }: { storage: ReactNode }) => {
  const { t } = useTranslation('profile');
  const profile = useAppSelector(selectProfile);
  if (!profile) {
    return (
      <Page title={t('title')}>
        <Skeleton height="var(--avatar-max)" />
        <Skeleton height="320px" />
      </Page>
    );
  }
  return (
    <Page title={t('title')}>
      <AvatarField profile={profile} />
      <Person key={profile.id} profile={profile} />
      <Appearance />
      <ContactSection profile={profile} />
      {offersSignIn('password') ? <PasswordSection profile={profile} /> : null}
      {offersSignIn('passkey') ? <PasskeysSection /> : null}
      <SecondFactorSection />
      <CertificatesSection userId={profile.id} />
      {storage}
      <LeaveSection />
    </Page>
  );
};

export default ProfileScreen;
