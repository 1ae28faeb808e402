import { useTranslation } from 'react-i18next';
import { listOf } from '#web/services/i18n/joined.ts';
import { announce } from '#web/ui/announce.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import type { Review } from './use-review.ts';

interface ApproveDialogProps {
  titles: readonly string[];
  review: Review;
  onClose: () => void;
}

/** Asks once more before an approval. A failure is shown beside the documents, which may have changed. */
export function ApproveDialog({ titles, review, onClose }: ApproveDialogProps) {
  const { t, i18n } = useTranslation('reviewing');
  const confirm = async (): Promise<void> => {
    if (await review.approve()) announce(t('done.approver'));
    else onClose();
  };
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => void confirm()}
      isPending={review.isApproving}
      title={t('confirm.title')}
      confirmText={t('approve')}
      cancelText={t('confirm.back')}
    >
      <p>{listOf(titles, i18n.language)}</p>
      <p>{t('confirm.text')}</p>
    </ConfirmDialog>
  );
}
