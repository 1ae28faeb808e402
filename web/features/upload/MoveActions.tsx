import { RotateCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppDispatch } from '#web/entities/store.ts';
import type { Upload } from '#web/entities/uploads/uploads.slice.ts';
import { discardMove, moveToAccount } from '#web/entities/visitor/move-to-account.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';

/** What was added without an account and could not be moved into it: it moves again, or is removed from this browser. */
const MoveActions = ({ upload: { id, title } }: { upload: Upload }) => {
  const { t } = useTranslation('upload');
  const { t: lists } = useTranslation('lists');
  const dispatch = useAppDispatch();
  const [isConfirming, setConfirming] = useState(false);
  return (
    <>
      <IconButton label={t('retry', { title })} icon={<Icon of={RotateCw} />} onPress={() => void dispatch(moveToAccount(id))} />
      <IconButton label={t('moving.remove', { title })} icon={<Icon of={Trash2} />} onPress={() => setConfirming(true)} />
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => void dispatch(discardMove(id))}
        title={lists('kept.removeTitle')}
        confirmText={lists('kept.confirm')}
        cancelText={lists('keep')}
        negative
      >
        {lists('kept.removeText', { title })}
      </ConfirmDialog>
    </>
  );
};

export default MoveActions;
