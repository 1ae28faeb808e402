import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Participant } from '#contract/entities/sharing.ts';
import { lengths } from '#contract/limits/lengths.ts';
import { errorText } from '#web/entities/error-text.ts';
import type { Resource } from '#web/entities/sharing/resource.ts';
import { changeOwner } from '#web/entities/sharing/sharing.requests.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Banner } from '#web/ui/Banner.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { personName } from '#web/ui/initials.ts';
import { Select } from '#web/ui/Select.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import styles from './sharing.module.scss';

interface ChangeOwnerDialogProps {
  resource: Resource;
  participants: readonly Participant[];
  /** Id of the preselected person. */
  start: string;
  onClose: () => void;
}

/** Transfers a resource to a participant, with an optional reason for them. */
export function ChangeOwnerDialog({ resource, participants, start, onClose }: ChangeOwnerDialogProps) {
  const { t } = useTranslation('sharing');
  const dispatch = useAppDispatch();
  const [userId, setUserId] = useState(start);
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ErrorInfo | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const others = participants.filter((each) => !each.isOwner);
  const name = others.find((each) => each.id === userId)?.name ?? '';
  const tooLong = reason.trim().length > lengths.reason;
  const submit = async (): Promise<void> => {
    if (tooLong) return;
    setBusy(true);
    setError(null);
    try {
      await dispatch(changeOwner({ resource, userId, reason: reason.trim() })).unwrap();
      setDone(t('owner.done', { name }));
    } catch (failure) {
      setError(failure as ErrorInfo);
      setBusy(false);
    }
  };
  return (
    <FormDialog
      onClose={onClose}
      title={t('owner.title')}
      closeLabel={t('close')}
      cancelText={t('back')}
      saveText={error ? t('tryAgain') : t('owner.confirm')}
      isPending={busy}
      done={done}
      onSubmit={() => void submit()}
    >
      <p className={styles.quiet}>{t('owner.text')}</p>
      <Select
        label={t('owner.who')}
        options={others.map((each) => ({ key: each.id, text: personName(each), sign: <Avatar person={each} /> }))}
        value={userId}
        onChange={setUserId}
      />
      <TextArea
        label={t('owner.reason')}
        hint={t('optional')}
        value={reason}
        onChange={setReason}
        error={tooLong ? t('owner.reasonTooLong', { count: lengths.reason }) : undefined}
      />
      {error ? <Banner meaning="negative">{error.code === 'permission_denied' ? t('owner.refused', { name }) : errorText(error, t('failed'))}</Banner> : null}
    </FormDialog>
  );
}
