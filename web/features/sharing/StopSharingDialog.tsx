import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Participant } from '#contract/entities/sharing.ts';
import { errorText } from '#web/entities/error-text.ts';
import type { Resource } from '#web/entities/sharing/resource.ts';
import { stopSharing } from '#web/entities/sharing/sharing.requests.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { personName } from '#web/ui/initials.ts';
import { notify } from '#web/ui/snackbar.ts';

interface StopSharingDialogProps {
  resource: Resource;
  person: Participant;
  /** Whether the person removes themselves. */
  isMe: boolean;
  onClose: () => void;
  onSignOutElsewhere: () => void;
}

/** Asks for confirmation before a person loses access. */
export function StopSharingDialog({ resource, person, isMe, onClose, onSignOutElsewhere }: StopSharingDialogProps) {
  const { t } = useTranslation('sharing');
  const dispatch = useAppDispatch();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ErrorInfo | null>(null);
  const action = isMe ? 'leave' : 'stop';
  const confirm = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await dispatch(stopSharing({ resource, userId: person.id })).unwrap();
      notify(t(`${action}.done`, { name: personName(person) }));
      onClose();
      if (isMe) onSignOutElsewhere();
    } catch (failure) {
      setError(failure as ErrorInfo);
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      isOpen
      negative
      onClose={onClose}
      onConfirm={() => void confirm()}
      isPending={busy}
      title={t(`${action}.title`, { name: personName(person) })}
      confirmText={t(`${action}.confirm`)}
      cancelText={t('keep')}
      error={error ? errorText(error, t('failed')) : undefined}
    >
      {t(`${action}.text`, { name: personName(person) })}
    </ConfirmDialog>
  );
}
