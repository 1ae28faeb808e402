import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { useCodeForm } from '#web/entities/one-time-code/use-code-form.ts';
import { errorText } from '#web/entities/error-text.ts';
import { call } from '#web/services/api/call.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { toAppError } from '#web/services/app-error.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { CodeField } from '#web/ui/CodeField.tsx';
import styles from './presence.module.scss';

interface PresenceStepProps {
  transactionId: string;
  recipientId: string;
  /** Address to which the code was sent. */
  sentTo: string;
  /** Called after the right code. */
  onPresent: () => void;
}

/** Asks for the code sent to the in-person signer's address, which proves their presence. */
export function PresenceStep({ transactionId, recipientId, sentTo, onPresent }: PresenceStepProps) {
  const { t } = useTranslation('certificate');
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<ErrorInfo | null>(null);
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    setPending(true);
    setError(null);
    try {
      await work();
      return true;
    } catch (failure) {
      setError(toAppError(failure).toInfo());
      return false;
    } finally {
      setPending(false);
    }
  };
  const about = { params: { id: transactionId } };
  const submit = async (digits: string): Promise<void> => {
    if (await run(() => call('transactions.provePresence', { ...about, body: { byUser: recipientId, code: digits } }))) onPresent();
  };
  const { field, problem, isWhole, onSubmit } = useCodeForm({ error, pending, submit });
  return (
    <form className={styles.step} noValidate onSubmit={onSubmit}>
      <p>
        <Trans t={t} i18nKey="otp.text" values={{ address: sentTo }} components={{ strong: <strong /> }} />
      </p>
      {problem ? <Banner meaning="negative">{errorText(problem)}</Banner> : null}
      <CodeField label={t('otp.label')} {...field} />
      <div className={styles.actions}>
        <Button isDisabled={pending} onPress={() => void run(() => call('transactions.sendPresenceCode', { ...about, body: { byUser: recipientId } }))}>
          {t('otp.again')}
        </Button>
        <Button look="primary" type="submit" isPending={pending} isDisabled={!isWhole}>
          {t('otp.submit')}
        </Button>
      </div>
    </form>
  );
}
