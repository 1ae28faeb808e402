import { PenLine } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#web/entities/error-text.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import type { SignedFile } from '#web/services/signing/remove-signatures.service.ts';
import { removeSignatures } from '#web/services/signing/remove-signatures.service.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Icon } from '#web/ui/Icon.tsx';

/** Makes a signed document editable, if the installation allows it: removes its signatures in a new version, after a warning. */
export function EditSigned({ file, onDone }: { file: SignedFile; onDone: () => void }) {
  const { t } = useTranslation('verdict');
  const [isOpen, setOpen] = useState(false);
  const act = useAsyncAction();
  const remove = async (): Promise<void> => {
    if (await act.run(() => removeSignatures(file))) onDone();
  };
  return (
    <>
      <Button icon={<Icon of={PenLine} />} onPress={() => setOpen(true)}>
        {t('edit.open')}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        negative
        onClose={() => setOpen(false)}
        title={t('edit.title')}
        confirmText={t('edit.confirm')}
        cancelText={t('edit.cancel')}
        isPending={act.busy}
        error={act.error ? errorText(act.error) : undefined}
        onConfirm={() => void remove()}
      >
        <p>{errorText({ code: 'signatures_invalidation' })}</p>
        <p>{t('edit.text')}</p>
      </ConfirmDialog>
    </>
  );
}
