import { useEffect, useState } from 'react';
import { Form } from 'react-aria-components';
import { Trans, useTranslation } from 'react-i18next';
import { links } from '#contract/limits.ts';
import { errorText } from '#web/entities/error-text.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { useWaiting } from './use-waiting.ts';
import type { SignIn } from './use-sign-in.ts';
import { triesLeft } from './tries-left.ts';
import styles from './SignInPage.module.scss';

const DIGITS = links.oneTimeCodeDigits;
/** Seconds before another code can be asked for: mail needs a moment. */
const RESEND_AFTER = 30;

/** The digits typed so far; the sixth submits them, a refusal empties them. */
const useCode = ({ error, pending, submitCode }: SignIn) => {
  const [code, setCode] = useState('');
  useEffect(() => {
    if (error) setCode('');
  }, [error]);
  const change = (value: string) => {
    const digits = value.replace(/\D/g, '').slice(0, DIGITS);
    setCode(digits);
    if (digits.length === DIGITS && !pending) void submitCode(digits);
  };
  return { code, change };
};

/** What was wrong with the code, in words; undefined when something else went wrong or nothing. */
const useWrongCode = ({ error }: SignIn): string | undefined => {
  const { t } = useTranslation('signIn');
  if (error?.code !== 'invalid_code' && error?.code !== 'request_validation_error') return undefined;
  const left = triesLeft(error);
  return left === null ? t('code.wrong') : t('code.wrongTries', { count: left });
};

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
  const { code, change } = useCode(signIn);
  const wrong = useWrongCode(signIn);
  return (
    <Form
      className={styles.form ?? ''}
      onSubmit={(event) => {
        event.preventDefault();
        void signIn.submitCode(code);
      }}
    >
      <Lead email={signIn.email.trim()} />
      <TextField
        label={t('code.label')}
        inputMode="numeric"
        autoComplete="one-time-code"
        name="code"
        autoFocus
        value={code}
        onChange={change}
        isReadOnly={pending}
        error={code === '' ? wrong : undefined}
        className={styles.code}
      />
      {error && !wrong ? <Banner meaning="negative">{errorText(error, t('failed'))}</Banner> : null}
      <Button type="submit" look="primary" size="large" wide isPending={pending} isDisabled={code.length < DIGITS}>
        {t('code.submit')}
      </Button>
      <OtherWays signIn={signIn} />
    </Form>
  );
};
