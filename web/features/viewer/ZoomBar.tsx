import { Minus, MoveHorizontal, Plus, Printer, Search } from 'lucide-react';
import { Button, Toolbar } from 'react-aria-components';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PageNumber } from './PageNumber.tsx';
import type { Print } from './use-print.ts';
import styles from './viewer.module.scss';

interface ZoomBarProps {
  label: string;
  page: number;
  pages: number;
  zoom: number;
  fits: boolean;
  print: Print;
  onStep: (direction: 1 | -1) => void;
  onFit: () => void;
  onFind: () => void;
  onPage: (page: number) => void;
  /** Further navigation controls. */
  children?: ReactNode;
}

/** Toolbar: page number, zoom, and actions on the document. */
export function ZoomBar({ label, page, pages, zoom, fits, print, onStep, onFit, onFind, onPage, children }: ZoomBarProps) {
  const { t, i18n } = useTranslation('viewer');
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' });
  const printing = print.progress === null ? null : percent.format(print.progress);
  return (
    <Toolbar className={styles.zoomBar} aria-label={label} data-foot="zoom">
      <PageNumber page={page} pages={pages} onChoose={onPage} />
      {children}
      {/* Hidden on phones, which zoom by pinch gesture. */}
      <div className={styles.zooming}>
        <Button className={styles.tool} aria-label={t('zoomOut')} onPress={() => onStep(-1)}>
          <Minus size={20} aria-hidden />
        </Button>
        <span className={styles.zoom} aria-live="polite">
          {percent.format(zoom)}
        </span>
        <Button className={styles.tool} aria-label={t('zoomIn')} onPress={() => onStep(1)}>
          <Plus size={20} aria-hidden />
        </Button>
        <Button className={styles.tool} aria-label={t('fitWidth')} aria-pressed={fits} onPress={onFit}>
          <MoveHorizontal size={20} aria-hidden />
        </Button>
      </div>
      <Button className={styles.tool} aria-label={t('find.open')} aria-keyshortcuts="Control+F" onPress={onFind}>
        <Search size={20} aria-hidden />
      </Button>
      <Button
        className={styles.tool}
        aria-label={printing ? t('print.stop', { share: printing }) : t(print.isAllowed ? 'print.start' : 'print.notAllowed')}
        aria-pressed={printing !== null}
        isDisabled={!print.isAllowed}
        onPress={print.toggle}
      >
        {printing ? <span className={styles.share}>{printing}</span> : <Printer size={20} aria-hidden />}
      </Button>
    </Toolbar>
  );
}
