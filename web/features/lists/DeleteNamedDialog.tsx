import { useTranslation } from 'react-i18next';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { useLabelError } from './use-label-error.ts';

interface DeleteNamedDialogProps {
  name: string;
  /** What becomes of it. */
  text: string;
  /** Deletes it; throws if it can't be deleted. */
  remove(): Promise<unknown>;
  onClose(): void;
}

/** Confirms that a folder, a tag or a filter is deleted. */
export const DeleteNamedDialog = ({ name, text, remove, onClose }: DeleteNamedDialogProps) => {
  const { t } = useTranslation('labels');
  const textOf = useLabelError();
  const { busy, error, run } = useAsyncAction();
  const confirm = async (): Promise<void> => {
    if (await run(remove)) onClose();
  };
  return (
    <ConfirmDialog
      isOpen
      negative
      onClose={onClose}
      onConfirm={() => void confirm()}
      isPending={busy}
      title={t('deleteTitle', { name })}
      confirmText={t('delete')}
      cancelText={t('cancel')}
      error={error ? textOf(error) : undefined}
    >
      {text}
    </ConfirmDialog>
  );
};
