import { useTranslation } from 'react-i18next';
import type { Contact } from '#contract/entities/contact.ts';
import { errorText } from '#web/entities/error-text.ts';
import { deleteContact } from '#web/entities/people/contacts.requests.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { personName } from '#web/ui/initials.ts';
import { notify } from '#web/ui/snackbar.ts';

export const DeleteContactDialog = ({ contact, onClose }: { contact: Contact; onClose(): void }) => {
  const { t } = useTranslation('contacts');
  const dispatch = useAppDispatch();
  const act = useAsyncAction();
  const name = personName(contact);
  const confirm = async (): Promise<void> => {
    if (!(await act.run(() => dispatch(deleteContact({ id: contact.id })).unwrap()))) return;
    notify(t('deleted', { name }));
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen
      negative
      onClose={onClose}
      onConfirm={() => void confirm()}
      isPending={act.busy}
      title={t('deleteTitle', { name })}
      confirmText={t('delete')}
      cancelText={t('cancel')}
      error={act.error ? errorText(act.error, t('failed')) : undefined}
    >
      {t('deleteText')}
    </ConfirmDialog>
  );
};
