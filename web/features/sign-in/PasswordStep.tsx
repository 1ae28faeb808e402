import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { StepForm } from './StepForm.tsx';
import type { SignIn } from './use-sign-in.ts';
import styles from './SignInPage.module.scss';

/** Sign-in with address and password; a code by mail is always the alternative. */
export const PasswordStep = ({ signIn }: { signIn: SignIn }) => {
  const { t } = useTranslation('signIn');
  const [password, setPassword] = useState('');
  const { error } = signIn;
  const ofEmail = error?.code === 'email_validation';
  const wrong = error?.code === 'invalid_code';
  return (
    <StepForm
      title={t('email.title')}
      lead={t('password.lead')}
      problem={ofEmail || wrong ? null : error}
      submitText={t('password.submit')}
      isPending={signIn.pending}
      isReady={password !== ''}
      onSubmit={(event) => {
        event.preventDefault();
        void signIn.submitPassword(password);
      }}
      more={
        <div className={styles.more}>
          <Button look="quiet" onPress={signIn.changeEmail}>
            {t('password.byCode')}
          </Button>
        </div>
      }
    >
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
    </StepForm>
  );
};
