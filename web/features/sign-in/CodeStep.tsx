import { Trans, useTranslation } from 'react-i18next';
import { shownPhone } from '#contract/entities/phone-number.ts';
import { useCodeForm } from '#web/entities/one-time-code/use-code-form.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { CodeField } from '#web/ui/CodeField.tsx';
import { ResendCode } from './ResendCode.tsx';
import { StepForm } from './StepForm.tsx';
import type { SignIn } from './use-sign-in.ts';

/** Asks for the six-digit code from the mail or text message. */
export const CodeStep = ({ signIn }: { signIn: SignIn }) => {
  const { t } = useTranslation('signIn');
  const { error, pending, phone } = signIn;
  const sent = phone === null ? { i18nKey: 'code.lead', values: { email: signIn.email.trim() } } as const : { i18nKey: 'phone.sent', values: { phone: shownPhone(phone) } } as const;
  const { field, problem, isWhole, onSubmit } = useCodeForm({ error, pending, submit: signIn.submitCode });
  return (
    <StepForm
      title={t('code.title')}
      lead={<Trans t={t} {...sent} components={{ strong: <strong /> }} />}
      problem={problem}
      submitText={t('code.submit')}
      isPending={pending}
      isReady={isWhole}
      onSubmit={onSubmit}
      more={<ResendCode signIn={signIn} />}
    >
      {signIn.late ? <Banner meaning="attention">{t('code.late')}</Banner> : null}
      <CodeField label={t(phone === null ? 'code.label' : 'phone.code')} {...field} />
    </StepForm>
  );
};
