import { useTranslation } from 'react-i18next';
import { I18nProvider } from 'react-aria-components';
import { routes } from '#contract/routes.ts';
import { formatLocale } from '#web/services/i18n/languages.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { CardPage } from '#web/ui/CardPage.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import { useDocumentTitle } from '#web/ui/use-document-title.ts';
import { CodeStep } from './CodeStep.tsx';
import { EmailStep } from './EmailStep.tsx';
import { FactorStep } from './FactorStep.tsx';
import { FederationStep } from './FederationStep.tsx';
import { ForgotStep } from './ForgotStep.tsx';
import { LanguageChoice } from './LanguageChoice.tsx';
import { PasswordStep } from './PasswordStep.tsx';
import { ResetStep } from './ResetStep.tsx';
import type { SignIn } from './use-sign-in.ts';
import { useSignIn } from './use-sign-in.ts';
import styles from './SignInPage.module.scss';

const Over = () => {
  const { t } = useTranslation('signIn');
  return (
    <EmptyState
      level={1}
      title={t('over.title')}
      actions={
        <Button look="primary" size="large" onPress={() => window.location.assign('/')}>
          {t('over.again')}
        </Button>
      }
    >
      {t('over.description')}
    </EmptyState>
  );
};

const Step = ({ signIn }: { signIn: SignIn }) => {
  const { t } = useTranslation('signIn');
  if (signIn.step === 'email') return <EmailStep signIn={signIn} />;
  if (signIn.step === 'code') return <CodeStep signIn={signIn} />;
  if (signIn.step === 'password') return <PasswordStep signIn={signIn} />;
  if (signIn.step === 'forgot') return <ForgotStep signIn={signIn} />;
  if (signIn.step === 'reset') return <ResetStep signIn={signIn} />;
  if (signIn.step === 'federation' && signIn.federation) return <FederationStep signIn={signIn} federation={signIn.federation} />;
  if (signIn.step === 'factor') return <FactorStep signIn={signIn} />;
  if (signIn.step === 'over') return <Over />;
  return (
    <p role="status" className={styles.done}>
      <Spinner /> {t('done')}
    </p>
  );
};

/** Sign-in page: an e-mail address, then a six-digit code by mail; alternatively a password or a passkey. */
export const SignInPage = ({ uid, isSecondStep = false, isAccountDeleted }: { uid: string | null; isSecondStep?: boolean; isAccountDeleted: boolean }) => {
  const { t, i18n } = useTranslation('signIn');
  const signIn = useSignIn(uid, isSecondStep);
  useDocumentTitle(signIn.isSignUp ? t('email.titleSignUp') : t('title'));
  return (
    <I18nProvider locale={formatLocale(i18n.language)}>
      <CardPage
        footer={
          <footer className={styles.footer}>
            <a href={routes.home} className={styles.home}>
              {t('home')}
            </a>
            <LanguageChoice />
          </footer>
        }
      >
        {isAccountDeleted ? <Banner meaning="success">{t('accountDeleted')}</Banner> : null}
        <Step signIn={signIn} />
        <p role="status" className={styles.done}>
          {signIn.checking ? <><Spinner /> {t('checking')}</> : null}
        </p>
      </CardPage>
    </I18nProvider>
  );
};
