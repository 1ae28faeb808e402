import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { selectProgress } from './signing.selectors.ts';
import styles from './signing.module.scss';

interface GuideWordsProps {
  showsMissing: boolean;
  /** Name of the current field, if nothing else beside the bar shows it. Screen readers get it from the input. */
  name?: string | null;
}

/** Progress as text, announced on change. */
export function GuideWords({ showsMissing, name = null }: GuideWordsProps) {
  const { t } = useTranslation('signing');
  const { total, done, open, at, complete } = useSelector(selectProgress);
  const where = total === 0 ? t('guide.none') : at > 0 ? t('guide.at', { at, total }) : t('guide.places', { count: total });
  const rest = complete ? t(done < total ? 'guide.optionalLeft' : 'guide.complete') : t(showsMissing ? 'guide.missing' : 'guide.left', { count: open });
  return (
    <div className={styles.guideWords} role="status">
      <span className={styles.guideHead}>
        <span className={styles.guideAt}>{where}</span>
        {name ? (
          <span className={styles.guideName} aria-hidden>
            {name}
          </span>
        ) : null}
      </span>
      <span className={styles.guideDone} data-missing={(showsMissing && !complete) || undefined}>
        {rest}
      </span>
      <span className={styles.guideTrack} aria-hidden>
        <span className={styles.guideFill} style={{ width: `${total === 0 ? 100 : (done / total) * 100}%` }} />
      </span>
    </div>
  );
}
