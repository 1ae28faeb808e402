import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SecondFactorSetup } from '#contract/entities/second-factor.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { call } from '#web/services/api/call.ts';
import { qrCode } from '#web/services/qr-code.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { QrCode } from '#web/ui/QrCode.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import styles from './Profile.module.scss';

interface SetUpFactorDialogProps {
  setup: SecondFactorSetup;
  onClose: () => void;
  onDone: (codes: readonly string[]) => void;
}

/** Transfers the secret to an authenticator app and verifies it with a code. */
export const SetUpFactorDialog = ({ setup, onClose, onDone }: SetUpFactorDialogProps) => {
  const { t } = useTranslation('account');
  const act = useAsyncAction();
  const [code, setCode] = useState('');
  const wrong = act.error?.code === 'invalid_code' || act.error?.code === 'request_validation_error';
  const submit = async (): Promise<void> => {
    const codes = await act.ask(() => call('secondFactor.confirm', { body: { code: code.trim() } }).then(({ recoveryCodes }) => recoveryCodes));
    if (codes) onDone(codes);
  };
  return (
    <FormDialog onClose={onClose} title={t('factor.title')} closeLabel={t('close')} cancelText={t('cancel')} saveText={t('factor.turnOn')} isPending={act.busy} onSubmit={() => void submit()}>
      <p>{t('factor.scan')}</p>
      <Secret setup={setup} />
      <TextField
        autoFocus
        label={t('factor.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={setCode}
        error={wrong ? t('factor.wrong') : undefined}
      />
      {act.error && !wrong ? <Banner meaning="negative">{errorText(act.error, t('failed'))}</Banner> : null}
    </FormDialog>
  );
};

/** Groups of four characters, for reading aloud. */
const grouped = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

const Secret = ({ setup: { secret, uri } }: { setup: SecondFactorSetup }) => {
  const { t } = useTranslation('account');
  return (
    <div className={styles.secret}>
      <QrCode code={qrCode(uri)} label={t('factor.qr')} />
      <div className={styles.secretWords}>
        <span className={styles.secretLabel}>{t('factor.key')}</span>
        <span className={styles.secretKey}>
          <code>{grouped(secret)}</code>
          <CopyButton text={secret} label={t('factor.copy')} copiedLabel={t('factor.copied')} />
        </span>
      </div>
    </div>
  );
};
