import { useTranslation } from 'react-i18next';
import { Form } from 'react-aria-components';
import type { Profile } from '#contract/entities/profile.ts';
import { themes } from '#contract/entities/profile.ts';
import { updateProfile } from '#web/entities/profile/profile.requests.ts';
import { selectProfile } from '#web/entities/profile/profile.slice.ts';
import { leave } from '#web/entities/session/leave.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { selectTheme, themeChosen } from '#web/entities/ui-state/ui.slice.ts';
import { setLanguage } from '#web/services/i18n/i18n.ts';
import type { Language } from '#web/services/i18n/languages.ts';
import { isLanguage, languages } from '#web/services/i18n/languages.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { personName } from '#web/ui/initials.ts';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';
import { Select } from '#web/ui/Select.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { notify } from '#web/ui/snackbar.ts';
import { StatusText } from '#web/ui/StatusText.tsx';
import { useDocumentTitle } from '#web/ui/use-document-title.ts';
import { PersonFields } from './PersonFields.tsx';
import { usePersonForm } from './use-person-form.ts';
import styles from './Profile.module.scss';

const Person = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation('profile');
  const form = usePersonForm(profile, () => notify(t('saved'), { id: 'profile' }));
  return (
    <section className={styles.section} aria-labelledby="profile-person">
      <h2 id="profile-person">{t('person')}</h2>
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
    </section>
  );
};

/** Language and theme show at once and are kept for the next sign-in anywhere. */
const Appearance = () => {
  const { t, i18n } = useTranslation('profile');
  const dispatch = useAppDispatch();
  const theme = useAppSelector(selectTheme);
  const chooseLanguage = (language: Language) => {
    void setLanguage(language);
    void dispatch(updateProfile({ locale: language }));
  };
  return (
    <section className={styles.section} aria-labelledby="profile-appearance">
      <h2 id="profile-appearance">{t('appearance')}</h2>
      <Select
        label={t('language')}
        className={styles.narrow}
        options={(Object.keys(languages) as Language[]).map((key) => ({ key, text: languages[key] }))}
        value={isLanguage(i18n.language) ? i18n.language : 'en'}
        onChange={chooseLanguage}
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
    </section>
  );
};

const Account = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation('profile');
  return (
    <section className={styles.section} aria-labelledby="profile-account">
      <h2 id="profile-account">{t('account')}</h2>
      <dl className={styles.facts}>
        <dt>{t('email')}</dt>
        <dd>
          {profile.email ?? t('none')}{' '}
          {profile.email && profile.emailVerified ? <StatusText meaning="success">{t('verified')}</StatusText> : null}
        </dd>
      </dl>
      <div>
        <Button onPress={() => void leave('/')}>{t('signOut')}</Button>
      </div>
    </section>
  );
};

/** /profile: who one is, and how the app looks. */
const ProfileScreen = () => {
  const { t } = useTranslation('profile');
  const profile = useAppSelector(selectProfile);
  useDocumentTitle(t('title'));
  if (!profile) {
    return (
      <div className={styles.screen} aria-busy="true">
        <h1>{t('title')}</h1>
        <Skeleton height="var(--avatar-max)" />
        <Skeleton height="320px" />
      </div>
    );
  }
  return (
    <div className={styles.screen}>
      <h1>{t('title')}</h1>
      <div className={styles.who}>
        <Avatar person={profile} size="max" />
        <p className={styles.name}>{personName(profile)}</p>
      </div>
      <Person key={profile.id} profile={profile} />
      <Appearance />
      <Account profile={profile} />
    </div>
  );
};

export default ProfileScreen;
