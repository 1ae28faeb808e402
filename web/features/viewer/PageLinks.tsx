import { memo, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PageSet } from '#web/services/engine/pages/pages.service.ts';
import type { PageLink } from '#web/services/engine/pages/pages.types.ts';
import { placeStyle } from './PageMarks.tsx';
import styles from './viewer.module.scss';

interface PageLinksProps {
  set: PageSet;
  page: number;
  onPage: (page: number) => void;
}

/** Links of the document. Internal links go to the page, external ones open a new window. */
export const PageLinks = memo(function PageLinks({ set, page, onPage }: PageLinksProps) {
  const { t } = useTranslation('viewer');
  const links = usePageLinks(set, page);
  return links.map(({ place, url, page: to }, index) =>
    url ? (
      <a key={index} className={styles.pageLink} style={placeStyle(place)} href={url} target="_blank" rel="noopener noreferrer" aria-label={t('openLink', { address: url })} />
    ) : to ? (
      <button key={index} type="button" className={styles.pageLink} style={placeStyle(place)} aria-label={t('goToPage', { number: to })} onClick={() => onPage(to)} />
    ) : null,
  );
});

const SETTLED = 200;
const none: readonly PageLink[] = [];

/** Reads the links once the page has stayed near the viewport for a moment. */
function usePageLinks(set: PageSet, page: number): readonly PageLink[] {
  const [links, setLinks] = useState(none);
  useEffect(() => {
    let wanted = true;
    const timer = setTimeout(() => {
      set.links(page).then(
        (found) => wanted && setLinks(found),
        // If reading fails, the page is shown without links.
        (error: unknown) => console.info('The links of a page could not be read', page, error),
      );
    }, SETTLED);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [set, page]);
  return links;
}
