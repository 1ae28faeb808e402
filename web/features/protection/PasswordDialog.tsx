import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lengths } from '#contract/limits/lengths.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import type { ProtectedFile } from '#web/services/documents/file-protection.service.ts';
import { setFilePassword } from '#web/services/documents/file-protection.service.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { notify } from '#web/ui/snackbar.ts';
import { TextField } from '#web/ui/TextField.tsx';

interface PasswordDialogProps {
  file: ProtectedFile;
  onDone: () => void;
  onClose: () => void;
}

/** Sets, changes or removes the password of a PDF (document 1 §4). */
export function PasswordDialog({ file, onDone, onClose }: PasswordDialogProps) {
  const { t } = useTranslation('viewer');
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [isTried, setTried] = useState(false);
  const { busy, error, run } = useAsyncAction();
  const isProtected = file.password !== undefined;
  const save = async (next: string | null): Promise<void> => {
    if (!(await run(() => setFilePassword(file, next)))) return;
    notify(t(next === null ? 'protection.removed' : 'protection.saved'));
    onDone();
  };
  const submit = (): void => {
    setTried(true);
    if (password !== '' && password === repeated) void save(password);
  };
  return (
    <FormDialog
      title={t(isProtected ? 'protection.change' : 'protection.set')}
      closeLabel={t('protection.cancel')}
      cancelText={t('protection.cancel')}
      saveText={t('protection.save')}
      isPending={busy}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        autoFocus
        label={t('protection.new')}
        help={t('protection.help')}
        type="password"
        autoComplete="new-password"
        maxLength={lengths.documentPassword}
        value={password}
        onChange={setPassword}
        error={isTried && password === '' ? t('protection.missing') : undefined}
      />
      <TextField
        label={t('protection.repeat')}
        type="password"
        autoComplete="new-password"
        maxLength={lengths.documentPassword}
        value={repeated}
        onChange={setRepeated}
        error={isTried && password !== '' && password !== repeated ? t('protection.differs') : undefined}
      />
      {isProtected ? (
        <Button look="quiet" isDisabled={busy} onPress={() => void save(null)}>
          {t('protection.remove')}
        </Button>
      ) : null}
      {error ? <Banner meaning="negative">{errorText(error)}</Banner> : null}
    </FormDialog>
  );
}
