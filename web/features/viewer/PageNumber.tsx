import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './viewer.module.scss';

interface PageNumberProps {
  page: number;
  pages: number;
  onChoose: (page: number) => void;
}

/** Parses a typed page number, limited to the last page; null if it is no positive integer. */
export const pageTyped = (typed: string, pages: number): number | null => {
  const number = Number(typed.normalize('NFKC').trim());
  return Number.isInteger(number) && number > 0 ? Math.min(number, pages) : null;
};

/** Shows the current page; typing another number goes there. */
export function PageNumber({ page, pages, onChoose }: PageNumberProps) {
  const { t } = useTranslation('viewer');
  const [typed, setTyped] = useState<string | null>(null);
  const go = (): void => {
    const number = typed === null ? null : pageTyped(typed, pages);
    setTyped(null);
    if (number !== null && number !== page) onChoose(number);
  };
  return (
    <span className={styles.pageNumber} data-page-now={page}>
      <input
        className={styles.pageInput}
        style={{ width: `${String(pages).length + 2}ch` }}
        aria-label={t('pageNumber')}
        inputMode="numeric"
        enterKeyHint="go"
        autoComplete="off"
        value={typed ?? String(page)}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={go}
        onKeyDown={(event) => {
          // Keeps the keys from the toolbar and the viewer.
          event.stopPropagation();
          if (event.key === 'Enter') go();
          if (event.key === 'Escape') setTyped(null);
        }}
      />
      {t('ofPages', { total: pages })}
    </span>
  );
}
