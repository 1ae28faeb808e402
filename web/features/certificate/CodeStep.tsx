import { Trans, useTranslation } from 'react-i18next';
import { useCodeForm } from '#web/entities/one-time-code/use-code-form.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { CodeField } from '#web/ui/CodeField.tsx';
import type { CertificateOrder } from './certificate-order.ts';
import type { OrderActions } from './use-certificate-order.ts';
import styles from './certificate.module.scss';

interface CodeStepProps {
  order: CertificateOrder;
  actions: Pick<OrderActions, 'submitCode' | 'sendCode' | 'cancelCode'>;
  onClose: () => void;
}

/** Asks for the six-digit code, which confirms the presence of the certificate's holder beyond their session. */
export function CodeStep({ order, actions, onClose }: CodeStepProps) {
  const { t } = useTranslation('certificate');
  const { error, stepState, sentTo, late } = order;
  const pending = stepState === 'pending';
  const submit = async (digits: string): Promise<void> => {
    if (await actions.submitCode(digits)) onClose();
  };
  const { field, isWhole, onSubmit } = useCodeForm({ error, pending, submit });
  return (
    <form className={styles.step} noValidate onSubmit={onSubmit}>
      <p>
        <Trans t={t} i18nKey="otp.text" values={{ address: sentTo }} components={{ strong: <strong /> }} />
      </p>
      {late ? <Banner meaning="attention">{t('otp.late')}</Banner> : null}
      <CodeField label={t('otp.label')} {...field} />
      <div className={styles.actions}>
        <Button isDisabled={pending} onPress={() => void actions.cancelCode()}>
          {t('back')}
        </Button>
        <Button isDisabled={pending} onPress={() => void actions.sendCode()}>
          {t('otp.again')}
        </Button>
        <Button look="primary" type="submit" isPending={pending} isDisabled={!isWhole}>
          {t('otp.submit')}
        </Button>
      </div>
    </form>
  );
}
