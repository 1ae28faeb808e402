import { useTranslation } from 'react-i18next';
import type { FileSummary } from '#contract/entities/file.ts';
import { errorText } from '#web/entities/error-text.ts';
import { deleteFile } from '#web/entities/files/files.requests.ts';
import { requestForgotten, selectRequest } from '#web/entities/requests/requests.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { notify } from '#web/ui/snackbar.ts';
import { useLastValue } from '#web/ui/use-last-value.ts';

export const DeleteFileDialog = ({ file, onClose }: { file: FileSummary | null; onClose(): void }) => {
  const { t } = useTranslation('lists');
  const dispatch = useAppDispatch();
  const shown = useLastValue(file);
  const name = `${deleteFile.typePrefix}/${shown?.id ?? ''}`;
  const { status, error } = useAppSelector((state) => selectRequest(state, name));

  const close = () => {
    dispatch(requestForgotten(name));
    onClose();
  };
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
      isPending={status === 'pending'}
      error={error ? errorText(error, t('failed')) : undefined}
    >
      {t('deleteFile.text', { title: shown?.title })}
    </ConfirmDialog>
  );
};
