import { useTranslation } from 'react-i18next';
import { hasShell } from '../failure/leave-shell.ts';
import styles from './LoadingOverlay.module.scss';

/** Loading indicator. Fades in after a second, when most waits are over. */
export const LoadingOverlay = ({ text }: { text?: string }) => {
  const { t } = useTranslation('shell');
  return (
    <div className={styles.overlay} role="status" data-waits>
      {hasShell() ? null : <img src="/favicon.svg" alt="" className={styles.sign} />}
      <p className={styles.text}>{text ?? t('welcome')}</p>
    </div>
  );
};
