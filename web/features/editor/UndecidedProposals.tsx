import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

interface UndecidedProposalsProps {
  count: number;
  onAccept: () => void;
  onWithout: () => void;
  onReview: () => void;
  onClose: () => void;
}

/** Asks before sending what to do with undecided proposals. */
export function UndecidedProposals({ count, onAccept, onWithout, onReview, onClose }: UndecidedProposalsProps) {
  const { t } = useTranslation('preparing');
  return (
    <Dialog
      isOpen
      title={t('undecided.title', { count })}
      closeLabel={t('cancel')}
      onClose={onClose}
      footer={
        <>
          <Button look="quiet" onPress={onWithout}>{t('undecided.without')}</Button>
          <Button onPress={onReview}>{t('undecided.review')}</Button>
          <Button look="primary" onPress={onAccept}>{t('undecided.accept')}</Button>
        </>
      }
    >
      <p>{t('undecided.text')}</p>
    </Dialog>
  );
}
