import { Form } from 'react-aria-components';
import { Trans, useTranslation } from 'react-i18next';
import { errorText } from '#web/entities/error-text.ts';
import { useCode } from '#web/entities/one-time-code/use-code.ts';
import { useWrongCode } from '#web/entities/one-time-code/use-wrong-code.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { CodeField } from '#web/ui/CodeField.tsx';
import { useWaiting } from '#web/entities/one-time-code/use-waiting.ts';
import type { SignIn } from './use-sign-in.ts';
import styles from './SignInPage.module.scss';

/** Seconds before another code can be asked for: mail needs a moment. */
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

const Lead = ({ email }: { email: string }) => {
  const { t } = useTranslation('signIn');
  return (
    <div>
      <h1>{t('code.title')}</h1>
      <p className={styles.lead}>
        <Trans t={t} i18nKey="code.lead" values={{ email }} components={{ strong: <strong /> }} />
      </p>
    </div>
  );
};

/** The six digits from the mail. */
export const CodeStep = ({ signIn }: { signIn: SignIn }) => {
  const { t } = useTranslation('signIn');
  const { error, pending } = signIn;
  const { code, change, isWhole } = useCode({ error, pending, submit: signIn.submitCode });
  const wrong = useWrongCode(error);
  return (
    <Form
      className={styles.form ?? ''}
      onSubmit={(event) => {
        event.preventDefault();
        void signIn.submitCode(code);
      }}
    >
      <Lead email={signIn.email.trim()} />
      {signIn.late ? <Banner meaning="attention">{t('code.late')}</Banner> : null}
      <CodeField label={t('code.label')} value={code} onChange={change} isReadOnly={pending} error={code === '' ? wrong : undefined} />
      {error && !wrong ? <Banner meaning="negative">{errorText(error, t('failed'))}</Banner> : null}
      <Button type="submit" look="primary" size="large" wide isPending={pending} isDisabled={!isWhole}>
        {t('code.submit')}
      </Button>
      <OtherWays signIn={signIn} />
    </Form>
  );
};
