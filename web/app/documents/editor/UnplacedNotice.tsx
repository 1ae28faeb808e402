import { useTranslation } from 'react-i18next';
import { useAppSelector } from '#web/entities/store.ts';
import { selectFields } from '#web/features/editor/editor.selectors.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { useIsUnplaced } from './unplaced.ts';
import styles from '../shared/documents.module.scss';

/** Says what is left to do where no place for a signature was found, until there is one. */
export function UnplacedNotice() {
  const { t } = useTranslation('sending');
  const isUnplaced = useIsUnplaced();
  const isPlaced = useAppSelector((state) => selectFields(state).some(({ type }) => type === 'signature'));
  return isUnplaced && !isPlaced ? <Banner meaning="attention" className={styles.signedNotice}>{t('alone.unplaced')}</Banner> : null;
}
