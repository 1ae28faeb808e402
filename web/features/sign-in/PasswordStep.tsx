import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { offersSignIn } from '#web/services/config.ts';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { StepForm } from './StepForm.tsx';
import type { SignIn } from './use-sign-in.ts';
import styles from './SignInPage.module.scss';

/** Sign-in with address and password, with a code by mail as the alternative where it is offered. */
export const PasswordStep = ({ signIn, children }: { signIn: SignIn; children?: ReactNode }) => {
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
        <>
          <div className={styles.more}>
            {offersSignIn('code') ? (
              <Button look="quiet" onPress={signIn.changeEmail}>
                {t('password.byCode')}
              </Button>
            ) : null}
            <Button look="quiet" onPress={signIn.forgetPassword}>
              {t('password.forgot')}
            </Button>
          </div>
          {children}
        </>
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
