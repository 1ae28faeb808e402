import { Minus, MoveHorizontal, Plus } from 'lucide-react';
import { Button, Toolbar } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import styles from './viewer.module.scss';

interface ZoomBarProps {
  label: string;
  page: number;
  pages: number;
  zoom: number;
  fits: boolean;
  onStep: (direction: 1 | -1) => void;
  onFit: () => void;
}

export function ZoomBar({ label, page, pages, zoom, fits, onStep, onFit }: ZoomBarProps) {
  const { t, i18n } = useTranslation('viewer');
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(zoom);
  return (
    <Toolbar className={styles.zoomBar} aria-label={label}>
      <span className={styles.pageCount}>{t('pageOf', { number: page, total: pages })}</span>
      <Button className={styles.tool} aria-label={t('zoomOut')} onPress={() => onStep(-1)}>
        <Minus size={20} aria-hidden />
      </Button>
      <span className={styles.zoom} aria-live="polite">
        {percent}
      </span>
      <Button className={styles.tool} aria-label={t('zoomIn')} onPress={() => onStep(1)}>
        <Plus size={20} aria-hidden />
      </Button>
      <Button className={styles.tool} aria-label={t('fitWidth')} aria-pressed={fits} onPress={onFit}>
        <MoveHorizontal size={20} aria-hidden />
      </Button>
    </Toolbar>
  );
}
