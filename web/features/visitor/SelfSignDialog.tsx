import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isPersonName } from '#contract/entities/common.ts';
import { errorText } from '#web/entities/error-text.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { toAppError } from '#web/services/app-error.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import styles from './visitor.module.scss';

interface SelfSignDialogProps {
  start: string;
  sign: (name: string) => Promise<void>;
  onClose: () => void;
}

/** Asks a visitor for the name in the certificate, and signs. */
export function SelfSignDialog({ start, sign, onClose }: SelfSignDialogProps) {
  const { t } = useTranslation('signing');
  const [name, setName] = useState(start);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ErrorInfo | null>(null);
  const named = isPersonName(name.trim());
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setTried(true);
    if (!named) return;
    setBusy(true);
    setError(null);
    try {
      await sign(name.trim());
    } catch (failure) {
      console.error('Signing alone failed', failure);
      setError(toAppError(failure).toInfo());
      setBusy(false);
    }
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('visitor.finishTitle')}
      closeLabel={t('close')}
      isDismissable={false}
      footer={
        <>
          <Button isDisabled={busy} onPress={onClose}>
            {t('back')}
          </Button>
          <Button look="primary" size="large" type="submit" form="self-sign" isPending={busy}>
            {t('sign')}
          </Button>
        </>
      }
    >
      <form id="self-sign" className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <p>{t('visitor.local')}</p>
        <TextField
          label={t('visitor.name')}
          help={t('visitor.nameHelp')}
          value={name}
          autoComplete="name"
          maxLength={128}
          onChange={setName}
          error={tried && !named ? t('visitor.nameMissing') : undefined}
        />
        <p>{t('finish.agree')}</p>
        {error ? (
          <Banner meaning="negative">
            <p>{t('finish.failed')}</p>
            <p>{errorText(error)}</p>
          </Banner>
        ) : null}
      </form>
    </Dialog>
  );
}
