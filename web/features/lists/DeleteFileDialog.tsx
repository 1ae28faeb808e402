import { useTranslation } from 'react-i18next';
import type { FileSummary } from '#contract/entities/file.ts';
import { errorText } from '#web/entities/error-text.ts';
import { deleteFile } from '#web/entities/files/files.requests.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { notify } from '#web/ui/snackbar.ts';
import { useLastValue } from '#web/ui/use-last-value.ts';
import { useDialogRequest } from './use-dialog-request.ts';

export const DeleteFileDialog = ({ file, onClose }: { file: FileSummary | null; onClose(): void }) => {
  const { t } = useTranslation('lists');
  const dispatch = useAppDispatch();
  const shown = useLastValue(file);
  const { isPending, error, close } = useDialogRequest(deleteFile, shown?.id, onClose);

  const confirm = async () => {
    if (!shown) return;
    const result = await dispatch(deleteFile({ id: shown.id }));
    if (result.meta.requestStatus !== 'fulfilled') return;
    notify(t('deleteFile.done', { title: shown.title }));
    close();
  };
  return (
    <ConfirmDialog
      isOpen={file !== null}
      onClose={close}
      onConfirm={() => void confirm()}
      title={t('deleteFile.title')}
      confirmText={t('deleteFile.confirm')}
      cancelText={t('keep')}
      negative
      isPending={isPending}
      error={error ? errorText(error, t('failed')) : undefined}
    >
      {t('deleteFile.text', { title: shown?.title })}
    </ConfirmDialog>
  );
};
