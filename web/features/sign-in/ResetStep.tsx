import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { isPassword } from '#contract/entities/common.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useCode } from '#web/entities/one-time-code/use-code.ts';
import { useWrongCode } from '#web/entities/one-time-code/use-wrong-code.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { CodeField } from '#web/ui/CodeField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { ResendCode } from './ResendCode.tsx';
import { StepForm } from './StepForm.tsx';
import type { SignIn } from './use-sign-in.ts';

const refusals: ReadonlySet<string> = new Set(['password_common', 'password_breached']);

/** Asks for the code from the mail and a new password. A refused password leaves the code as typed. */
export const ResetStep = ({ signIn }: { signIn: SignIn }) => {
  const { t } = useTranslation('signIn');
  const { t: account } = useTranslation('account');
  const { error, pending } = signIn;
  const isRefused = error !== null && refusals.has(error.code);
  const wrong = useWrongCode(error);
  const { code, change, isWhole } = useCode({ error: isRefused ? null : error, pending });
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const submit = (): void => {
    setTried(true);
    if (isPassword(password) && !pending) void signIn.resetPassword(code, password);
  };
  return (
    <StepForm
      title={t('reset.title')}
      lead={<Trans t={t} i18nKey="code.lead" values={{ email: signIn.email.trim() }} components={{ strong: <strong /> }} />}
      problem={isRefused || wrong !== undefined ? null : error}
      submitText={t('reset.submit')}
      isPending={pending}
      isReady={isWhole && password !== ''}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      more={<ResendCode signIn={signIn} />}
    >
      {signIn.late ? <Banner meaning="attention">{t('code.late')}</Banner> : null}
      {/* The hidden user name lets password managers store both together. */}
      <input type="email" name="username" autoComplete="username" defaultValue={signIn.email.trim()} hidden readOnly />
      <CodeField label={t('code.label')} value={code} onChange={change} isReadOnly={pending} error={code === '' ? wrong : undefined} />
      <TextField
        label={account('password.new')}
        type="password"
        name="password"
        autoComplete="new-password"
        size="large"
        value={password}
        onChange={(text) => {
          setPassword(text);
          if (isRefused) signIn.forgive();
        }}
        help={account('password.rules')}
        error={tried && !isPassword(password) ? account('password.rules') : isRefused ? errorText(error) : undefined}
      />
    </StepForm>
  );
};
