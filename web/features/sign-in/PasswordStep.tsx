import { useState } from 'react';
import { Form } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { errorText } from '#web/entities/error-text.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import type { SignIn } from './use-sign-in.ts';
import styles from './SignInPage.module.scss';

/** Address and password, for those who have one; a code in a mail is always the other way. */
export const PasswordStep = ({ signIn }: { signIn: SignIn }) => {
  const { t } = useTranslation('signIn');
  const [password, setPassword] = useState('');
  const { error } = signIn;
  const ofEmail = error?.code === 'email_validation';
  const wrong = error?.code === 'invalid_code';
  return (
    <Form
      className={styles.form ?? ''}
      // What the server refused last must not keep the browser from sending again.
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault();
        void signIn.submitPassword(password);
      }}
    >
      <div>
        <h1>{t('email.title')}</h1>
        <p className={styles.lead}>{t('password.lead')}</p>
      </div>
      <TextField
        label={t('email.label')}
        type="email"
        name="email"
        autoComplete="username"
        size="large"
        autoFocus={signIn.email === ''}
        value={signIn.email}
        onChange={signIn.setEmail}
        error={ofEmail ? t('email.invalid') : undefined}
      />
      <TextField
        label={t('password.label')}
        type="password"
        name="password"
        autoComplete="current-password"
        size="large"
        autoFocus={signIn.email !== ''}
        value={password}
        onChange={setPassword}
        error={wrong ? t('password.wrong') : undefined}
      />
      {error && !ofEmail && !wrong ? <Banner meaning="negative">{errorText(error, t('failed'))}</Banner> : null}
      <Button type="submit" look="primary" size="large" wide isPending={signIn.pending} isDisabled={password === ''}>
        {t('password.submit')}
      </Button>
      <div className={styles.more}>
        <Button look="quiet" onPress={signIn.changeEmail}>
          {t('password.byCode')}
        </Button>
      </div>
    </Form>
  );
};
