import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#web/entities/error-text.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { toAppError } from '#web/services/app-error.ts';
import type { VisitorListed } from '#web/services/visitor/visitor-entries.service.ts';
import { removeVisitorEntries } from '#web/services/visitor/visitor-entries.service.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { notify } from '#web/ui/snackbar.ts';
import { useLastValue } from '#web/ui/use-last-value.ts';

/** Removes a document or draft that is only in this browser, after a confirmation. */
export const RemoveEntryDialog = ({ entry, onClose }: { entry: VisitorListed | null; onClose(): void }) => {
  const { t } = useTranslation('lists');
  const [error, setError] = useState<ErrorInfo | null>(null);
  const shown = useLastValue(entry);
  const close = (): void => {
    setError(null);
    onClose();
  };
  const confirm = async (): Promise<void> => {
    if (!shown) return;
    try {
      await removeVisitorEntries([shown.id]);
      notify(t('kept.removed', { title: shown.title }));
      close();
    } catch (caught) {
      setError(toAppError(caught).toInfo());
    }
  };
  return (
    <ConfirmDialog
      isOpen={entry !== null}
      onClose={close}
      onConfirm={() => void confirm()}
      title={t('kept.removeTitle')}
      confirmText={t('kept.confirm')}
      cancelText={t('keep')}
      negative
      error={error ? errorText(error, t('failed')) : undefined}
    >
      {t(shown?.kind === 'file' ? 'kept.removeText' : 'kept.removeDraftText', { title: shown?.title })}
    </ConfirmDialog>
  );
};
