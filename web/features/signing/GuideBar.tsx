import { ArrowLeft, ArrowRight, PenLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { selectProgress } from './signing.selectors.ts';
import type { Place } from './signing.slice.ts';
import styles from './signing.module.scss';

interface GuideBarProps {
  started: boolean;
  onGo: (place: Place) => void;
  onFinish: () => void;
}

/** The one bar at the thumb: where you are, the next place, and signing when nothing is missing. */
export function GuideBar({ started, onGo, onFinish }: GuideBarProps) {
  const { t } = useTranslation('signing');
  const { total, done, at, next, previous, complete } = useSelector(selectProgress);
  const words = total === 0 ? t('guide.none') : at > 0 ? t('guide.at', { at, total }) : t('guide.places', { count: total });
  return (
    <div className={styles.guide} role="region" aria-label={t('guide.label')}>
      <div className={styles.guideWords} role="status">
        <span className={styles.guideAt}>{words}</span>
        <span className={styles.guideDone}>{complete ? t('guide.complete') : t('guide.left', { count: total - done })}</span>
        <span className={styles.guideTrack} aria-hidden>
          <span className={styles.guideFill} style={{ width: `${total === 0 ? 100 : (done / total) * 100}%` }} />
        </span>
      </div>
      <div className={styles.guideActs}>
        {previous && !complete ? <IconButton label={t('guide.back')} look="plain" icon={<Icon of={ArrowLeft} />} onPress={() => onGo(previous)} /> : null}
        {next && complete ? <IconButton label={t('guide.next')} look="plain" icon={<Icon of={ArrowRight} />} onPress={() => onGo(next)} /> : null}
        {next && !complete ? (
          <Button look="primary" size="large" icon={<Icon of={ArrowRight} />} onPress={() => onGo(next)}>
            {started || at > 0 ? t('guide.next') : t('guide.start')}
          </Button>
        ) : null}
        {complete ? (
          <Button look="primary" size="large" icon={<Icon of={PenLine} />} onPress={onFinish}>
            {t('sign')}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
