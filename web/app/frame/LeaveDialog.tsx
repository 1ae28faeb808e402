import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';

/** Before the sign-out, which deletes what this person did without the server. `count`: how much would be lost. */
const LeaveDialog = ({ count, onLeave, onStay }: { count: number; onLeave: () => void; onStay: () => void }) => {
  const { t } = useTranslation('tasks');
  return (
    <ConfirmDialog isOpen onClose={onStay} onConfirm={onLeave} title={t('leave.title')} confirmText={t('leave.confirm')} cancelText={t('leave.stay')} negative>
      {t('leave.text', { count })}
    </ConfirmDialog>
  );
};

export default LeaveDialog;
