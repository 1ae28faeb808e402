import { Trans, useTranslation } from 'react-i18next';
import { useCodeForm } from '#web/entities/one-time-code/use-code-form.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { CodeField } from '#web/ui/CodeField.tsx';
import { ResendCode } from './ResendCode.tsx';
import { StepForm } from './StepForm.tsx';
import type { SignIn } from './use-sign-in.ts';

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
      more={<ResendCode signIn={signIn} />}
    >
      {signIn.late ? <Banner meaning="attention">{t('code.late')}</Banner> : null}
      <CodeField label={t('code.label')} {...field} />
    </StepForm>
  );
};
