import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCodeForm } from '#web/entities/one-time-code/use-code-form.ts';
import { useWrongCode } from '#web/entities/one-time-code/use-wrong-code.ts';
import { Button } from '#web/ui/Button.tsx';
import { CodeField } from '#web/ui/CodeField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { StepForm } from './StepForm.tsx';
import type { SignIn } from './use-sign-in.ts';
import styles from './SignInPage.module.scss';

/** Second factor: six digits of the authenticator app, or a recovery code. */
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
  /** Switches to the other kind of code. */
  onTurn: () => void;
}

const Turn = ({ text, onTurn }: { text: string; onTurn: () => void }) => (
  <div className={styles.more}>
    <Button look="quiet" onPress={onTurn}>
      {text}
    </Button>
  </div>
);

const AppCode = ({ signIn, onTurn }: WayProps) => {
  const { t } = useTranslation('signIn');
  const { error, pending } = signIn;
  const { field, problem, isWhole, onSubmit } = useCodeForm({ error, pending, submit: signIn.submitFactor });
  return (
    <StepForm
      title={t('factor.title')}
      lead={t('factor.lead')}
      problem={problem}
      submitText={t('code.submit')}
      isPending={pending}
      isReady={isWhole}
      onSubmit={onSubmit}
      more={<Turn text={t('factor.useRecovery')} onTurn={onTurn} />}
    >
      <CodeField label={t('factor.label')} {...field} />
    </StepForm>
  );
};

const Recovery = ({ signIn, onTurn }: WayProps) => {
  const { t } = useTranslation('signIn');
  const { error, pending } = signIn;
  const [code, setCode] = useState('');
  const wrong = useWrongCode(error);
  return (
    <StepForm
      title={t('factor.recoveryTitle')}
      lead={t('factor.recoveryLead')}
      problem={wrong === undefined ? error : null}
      submitText={t('code.submit')}
      isPending={pending}
      isReady={code.trim() !== ''}
      onSubmit={(event) => {
        event.preventDefault();
        void signIn.submitFactor(code.trim());
      }}
      more={<Turn text={t('factor.useApp')} onTurn={onTurn} />}
    >
      <TextField label={t('factor.recoveryLabel')} size="large" autoFocus autoComplete="off" value={code} onChange={setCode} error={wrong} />
    </StepForm>
  );
};
