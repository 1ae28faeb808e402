import { useTranslation } from 'react-i18next';
import { errorText } from '#web/entities/error-text.ts';
import { canUsePasskeys } from '#web/services/auth/passkeys.ts';
import { offersSignIn } from '#web/services/config.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { AddressForm } from './AddressForm.tsx';
import { Connections } from './Connections.tsx';
import { PasswordStep } from './PasswordStep.tsx';
import type { SignIn } from './use-sign-in.ts';
import styles from './SignInPage.module.scss';

/** Ways to sign in to an existing account besides the one that the step asks for. */
const KnownWays = ({ signIn, password }: { signIn: SignIn; password: boolean }) => {
  const { t } = useTranslation('signIn');
  return (
    <div className={styles.more}>
      {password ? (
        <Button look="quiet" onPress={signIn.choosePassword}>
          {t('password.use')}
        </Button>
      ) : null}
      {offersSignIn('passkey') && canUsePasskeys() ? (
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

/** The first step: the address for a code, or what the installation offers instead. */
export const EmailStep = ({ signIn }: { signIn: SignIn }) => {
  if (offersSignIn('code')) return <ByCode signIn={signIn} />;
  return offersSignIn('password') ? <ByPassword signIn={signIn} /> : <Elsewhere signIn={signIn} />;
};

const ByCode = ({ signIn }: { signIn: SignIn }) => {
  const { t } = useTranslation('signIn');
  return (
    <AddressForm signIn={signIn} title={signIn.isSignUp ? t('email.titleSignUp') : t('email.title')} lead={t(signIn.mayUsePhone ? 'phone.lead' : 'email.lead')}>
      {signIn.isSignUp ? null : <KnownWays signIn={signIn} password={offersSignIn('password')} />}
      <Connections isDisabled={signIn.pending} />
      <OtherFlow signIn={signIn} />
    </AddressForm>
  );
};

/** Without sign-in by code, a new account begins with a password, which a code confirms. */
const ByPassword = ({ signIn }: { signIn: SignIn }) => {
  const { t } = useTranslation('signIn');
  const others = (
    <>
      {signIn.isSignUp ? null : <KnownWays signIn={signIn} password={false} />}
      <Connections isDisabled={signIn.pending} />
      <OtherFlow signIn={signIn} />
    </>
  );
  return signIn.isSignUp ? (
    <AddressForm signIn={signIn} title={t('email.titleSignUp')} lead={t('forgot.lead')}>
      {others}
    </AddressForm>
  ) : (
    <PasswordStep signIn={signIn}>{others}</PasswordStep>
  );
};

/** Passkeys and other providers only. */
const Elsewhere = ({ signIn }: { signIn: SignIn }) => {
  const { t } = useTranslation('signIn');
  return (
    <div className={styles.form}>
      <h1>{t('email.title')}</h1>
      {signIn.error ? <Banner meaning="negative">{errorText(signIn.error, t('failed'))}</Banner> : null}
      <KnownWays signIn={signIn} password={false} />
      <Connections isDisabled={signIn.pending} />
    </div>
  );
};
