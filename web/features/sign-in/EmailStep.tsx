import { Form } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { errorText } from '#web/entities/error-text.ts';
import { canUsePasskeys } from '#web/services/auth/passkeys.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { Captcha } from './Captcha.tsx';
import { Connections } from './Connections.tsx';
import type { SignIn } from './use-sign-in.ts';
import styles from './SignInPage.module.scss';

/** Ways to sign in to an existing account. */
const KnownWays = ({ signIn }: { signIn: SignIn }) => {
  const { t } = useTranslation('signIn');
  return (
    <div className={styles.more}>
      <Button look="quiet" onPress={signIn.choosePassword}>
        {t('password.use')}
      </Button>
      {canUsePasskeys() ? (
        <Button look="quiet" isDisabled={signIn.pending} onPress={() => void signIn.usePasskey()}>
          {t('passkey.use')}
        </Button>
      ) : null}
    </div>
  );
};

/** Switches between sign-up and sign-in. */
const OtherFlow = ({ signIn: { isSignUp, chooseFlow } }: { signIn: SignIn }) => {
  const { t } = useTranslation('signIn');
  return (
    <p className={styles.flow}>
      {t(isSignUp ? 'flow.isKnown' : 'flow.isNew')}
      <Button look="quiet" onPress={() => chooseFlow(!isSignUp)}>
        {t(isSignUp ? 'flow.signIn' : 'flow.signUp')}
      </Button>
    </p>
  );
};

export const EmailStep = ({ signIn }: { signIn: SignIn }) => {
  const { t } = useTranslation('signIn');
  const { error } = signIn;
  const ofField = error?.code === 'email_validation' || error?.code === 'request_validation_error';
  return (
    <Form
      className={styles.form ?? ''}
      onSubmit={(event) => {
        event.preventDefault();
        void signIn.sendCode();
      }}
    >
      <div>
        <h1>{signIn.isSignUp ? t('email.titleSignUp') : t('email.title')}</h1>
        <p className={styles.lead}>{t('email.lead')}</p>
      </div>
      <TextField
        label={t('email.label')}
        type="email"
        name="email"
        autoComplete="email"
        size="large"
        autoFocus
        value={signIn.email}
        onChange={signIn.setEmail}
        error={ofField ? t('email.invalid') : undefined}
      />
      {error && !ofField ? <Banner meaning="negative">{errorText(error, t('failed'))}</Banner> : null}
      <p role="status" className={signIn.captcha ? styles.lead : 'visually-hidden'}>
        {signIn.captcha ? t('captcha.ask') : ''}
      </p>
      {signIn.captcha ? <Captcha challenge={signIn.captcha} onToken={(token) => void signIn.passCaptcha(token)} onFail={() => void signIn.failCaptcha()} /> : null}
      <Button type="submit" look="primary" size="large" wide isPending={signIn.pending}>
        {t('email.send')}
      </Button>
      {signIn.isSignUp ? null : <KnownWays signIn={signIn} />}
      <Connections isDisabled={signIn.pending} />
      <OtherFlow signIn={signIn} />
    </Form>
  );
};
