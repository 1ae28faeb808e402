import { useTranslation } from 'react-i18next';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import type { Ended } from './ended-signing.ts';
import styles from '../shared/documents.module.scss';

interface EndedBarProps {
  ended: Ended;
  sender: string;
  onShow: () => void;
}

/** Replaces the guide when the transaction can no longer be signed: the reason and the next step. */
export function EndedBar({ ended, sender, onShow }: EndedBarProps) {
  const { t } = useTranslation('signing');
  return (
    <div className={styles.ended}>
      <Banner meaning="attention" actions={<Button onPress={onShow}>{t('done.see')}</Button>}>
        <p>{t(`ended.${ended}`, { sender })}</p>
        {ended === 'signed' ? null : <p>{t('ended.notSent')}</p>}
      </Banner>
    </div>
  );
}
