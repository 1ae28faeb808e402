import { FileKey } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { openKeyFile } from '#web/services/signing/key-file.service.ts';
import { findHelper, prefersHelper } from '#web/services/signing/signing-helper.service.ts';
import type { SigningKey } from '#web/services/signing/signing-key.ts';
import { Button } from '#web/ui/Button.tsx';
import { FileButton } from '#web/ui/FileButton.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { HelperCertificates } from './HelperCertificates.tsx';
import styles from './certificate.module.scss';

export interface LocalProps {
  isBusy: boolean;
  onTake: (find: () => Promise<SigningKey>) => Promise<void>;
}

/** A certificate of the person's own, from a file or from the signing helper. */
export function LocalCertificate({ helper, ...props }: LocalProps & { helper: string | null }) {
  const { t } = useTranslation('certificate');
  const running = useHelper(helper);
  const [chosen, setChosen] = useState<'file' | 'helper' | null>(null);
  const place = helper !== null && running ? (chosen ?? (prefersHelper() ? 'helper' : 'file')) : 'file';
  // Keeps the same form if the helper answers late, so that a selected file is not lost.
  return (
    <>
      {helper !== null && running ? (
        <RadioGroup
          label={t('local.where')}
          orientation="horizontal"
          options={(['file', 'helper'] as const).map((key) => ({ key, text: t(`local.${key}`) }))}
          value={place}
          onChange={(key) => setChosen(key)}
        />
      ) : null}
      {place === 'file' ? <KeyFileForm {...props} onBegin={() => setChosen('file')} /> : null}
      {place === 'helper' && helper !== null ? <HelperCertificates address={helper} {...props} /> : null}
    </>
  );
}

/** Whether the signing helper answers. Only probed when the person wants to use a certificate of their own. */
function useHelper(address: string | null): boolean {
  const [running, setRunning] = useState(false);
  useEffect(() => {
    if (address === null) return undefined;
    let wanted = true;
    void findHelper(address).then((found) => (wanted ? setRunning(found) : undefined));
    return () => {
      wanted = false;
    };
  }, [address]);
  return running;
}

function KeyFileForm({ isBusy, onTake, onBegin }: LocalProps & { onBegin: () => void }) {
  const { t } = useTranslation('certificate');
  const [file, setFile] = useState<File | null>(null);
  const [passphrase, setPassphrase] = useState('');
  const begin = (act: () => void): void => {
    onBegin();
    act();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (file) void onTake(() => openKeyFile(file, passphrase));
  };
  return (
    <form className={styles.step} noValidate onSubmit={submit}>
      <div className={styles.file}>
        <FileButton accepted={['.p12', '.pfx', 'application/x-pkcs12']} allowsMultiple={false} icon={<Icon of={FileKey} />} onFiles={([first]) => begin(() => setFile(first ?? null))}>
          {t('file.choose')}
        </FileButton>
        <span className={styles.name}>{file ? file.name : t('file.none')}</span>
      </div>
      <TextField label={t('file.passphrase')} help={t('file.stays')} type="password" autoComplete="off" value={passphrase} onChange={(typed) => begin(() => setPassphrase(typed))} />
      <div className={styles.actions}>
        <Button look="primary" type="submit" isDisabled={file === null} isPending={isBusy}>
          {t('use')}
        </Button>
      </div>
    </form>
  );
}
