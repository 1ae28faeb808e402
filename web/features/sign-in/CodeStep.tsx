import { Trans, useTranslation } from 'react-i18next';
import { useCodeForm } from '#web/entities/one-time-code/use-code-form.ts';
import { useWaiting } from '#web/entities/one-time-code/use-waiting.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { CodeField } from '#web/ui/CodeField.tsx';
import { StepForm } from './StepForm.tsx';
import type { SignIn } from './use-sign-in.ts';
import styles from './SignInPage.module.scss';

/** Seconds until another code can be requested, since mail takes a moment. */
const RESEND_AFTER = 30;

const OtherWays = ({ signIn }: { signIn: SignIn }) => {
  const { t } = useTranslation('signIn');
  const { pending, sent } = signIn;
  const seconds = useWaiting(RESEND_AFTER, sent);
  return (
    <div className={styles.more}>
      <Button look="quiet" onPress={signIn.changeEmail}>
        {t('code.otherEmail')}
      </Button>
      <Button look="quiet" isDisabled={seconds > 0 || pending} onPress={() => void signIn.sendCode()}>
        {seconds > 0 ? t('code.resendIn', { seconds }) : t('code.resend')}
      </Button>
      <p role="status" className="visually-hidden">
        {sent > 1 ? t('code.sentAgain') : ''}
      </p>
    </div>
  );
};

/** Asks for the six-digit code from the mail. */
export const CodeStep = ({ signIn }: { signIn: SignIn }) => {
  const { t } = useTranslation('signIn');
  const { error, pending } = signIn;
  const { field, problem, isWhole, onSubmit } = useCodeForm({ error, pending, submit: signIn.submitCode });
  return (
    <StepForm
      title={t('code.title')}
      lead={<Trans t={t} i18nKey="code.lead" values={{ email: signIn.email.trim() }} components={{ strong: <strong /> }} />}
      problem={problem}
      submitText={t('code.submit')}
      isPending={pending}
      isReady={isWhole}
      onSubmit={onSubmit}
      more={<OtherWays signIn={signIn} />}
    >
      {signIn.late ? <Banner meaning="attention">{t('code.late')}</Banner> : null}
      <CodeField label={t('code.label')} {...field} />
    </StepForm>
  );
};
