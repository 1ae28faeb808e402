import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { selectUserId } from '#web/entities/session/session.slice.ts';
import { useAppSelector } from '#web/entities/store.ts';
import { toAppError } from '#web/services/app-error.ts';
import { tasksOf } from '#web/services/tasks/task-store.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';

/** Before the sign-out, which deletes what this person did without the server. Where it is nothing of theirs, it goes on at once. */
const LeaveDialog = ({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) => {
  const { t } = useTranslation('tasks');
  const userId = useAppSelector(selectUserId);
  const [count, setCount] = useState(0);
  const leave = useRef(onLeave);
  leave.current = onLeave;
  useEffect(() => {
    const look = async (): Promise<void> => {
      const { length } = userId === null ? [] : await tasksOf(userId);
      if (length === 0) leave.current();
      setCount(length);
    };
    look().catch((error: unknown) => {
      console.warn('What would be lost can\'t be read', toAppError(error).code);
      leave.current();
    });
  }, [userId]);
  return (
    <ConfirmDialog isOpen={count > 0} onClose={onStay} onConfirm={onLeave} title={t('leave.title')} confirmText={t('leave.confirm')} cancelText={t('leave.stay')} negative>
      {t('leave.text', { count })}
    </ConfirmDialog>
  );
};

export default LeaveDialog;
