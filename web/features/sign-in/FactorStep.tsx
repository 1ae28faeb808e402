import { useState } from 'react';
import { Form } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { errorText } from '#web/entities/error-text.ts';
import { useCode } from '#web/entities/one-time-code/use-code.ts';
import { useWrongCode } from '#web/entities/one-time-code/use-wrong-code.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { CodeField } from '#web/ui/CodeField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import type { SignIn } from './use-sign-in.ts';
import styles from './SignInPage.module.scss';

/** The second step: six digits of the app, or a recovery code. */
export const FactorStep = ({ signIn }: { signIn: SignIn }) => {
  const [isRecovery, setRecovery] = useState(false);
  const turn = (): void => {
    signIn.forgive();
    setRecovery(!isRecovery);
  };
  return isRecovery ? <Recovery signIn={signIn} onTurn={turn} /> : <AppCode signIn={signIn} onTurn={turn} />;
};

interface WayProps {
  signIn: SignIn;
  /** To the other way. */
  onTurn: () => void;
}

const AppCode = ({ signIn, onTurn }: WayProps) => {
  const { t } = useTranslation('signIn');
  const { error, pending } = signIn;
  const { code, change, isWhole } = useCode({ error, pending, submit: signIn.submitFactor });
  const wrong = useWrongCode(error);
  return (
    <Form
      className={styles.form ?? ''}
      onSubmit={(event) => {
        event.preventDefault();
        void signIn.submitFactor(code);
      }}
    >
      <div>
        <h1>{t('factor.title')}</h1>
        <p className={styles.lead}>{t('factor.lead')}</p>
      </div>
      <CodeField label={t('factor.label')} value={code} onChange={change} isReadOnly={pending} error={code === '' ? wrong : undefined} />
      {error && !wrong ? <Banner meaning="negative">{errorText(error, t('failed'))}</Banner> : null}
      <Button type="submit" look="primary" size="large" wide isPending={pending} isDisabled={!isWhole}>
        {t('code.submit')}
      </Button>
      <div className={styles.more}>
        <Button look="quiet" onPress={onTurn}>
          {t('factor.useRecovery')}
        </Button>
      </div>
    </Form>
  );
};

const Recovery = ({ signIn, onTurn }: WayProps) => {
  const { t } = useTranslation('signIn');
  const { error, pending } = signIn;
  const [code, setCode] = useState('');
  const wrong = useWrongCode(error);
  return (
    <Form
      className={styles.form ?? ''}
      // What the server refused last must not keep the browser from sending again.
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault();
        void signIn.submitFactor(code.trim());
      }}
    >
      <div>
        <h1>{t('factor.recoveryTitle')}</h1>
        <p className={styles.lead}>{t('factor.recoveryLead')}</p>
      </div>
      <TextField label={t('factor.recoveryLabel')} size="large" autoFocus autoComplete="off" value={code} onChange={setCode} error={wrong} />
      {error && !wrong ? <Banner meaning="negative">{errorText(error, t('failed'))}</Banner> : null}
      <Button type="submit" look="primary" size="large" wide isPending={pending} isDisabled={code.trim() === ''}>
        {t('code.submit')}
      </Button>
      <div className={styles.more}>
        <Button look="quiet" onPress={onTurn}>
          {t('factor.useApp')}
        </Button>
      </div>
    </Form>
  );
};
