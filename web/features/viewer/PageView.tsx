import { memo, useDeferredValue, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Size } from '#web/entities/field/geometry.ts';
import { isTooLong } from '#web/services/engine/pages/pages-errors.ts';
import type { PageSet } from '#web/services/engine/pages/pages.service.ts';
import { Button } from '#web/ui/Button.tsx';
import type { PageBox } from './layout.ts';
import { deviceWidth } from './layout.ts';
import { PageLinks } from './PageLinks.tsx';
import { PageMarks } from './PageMarks.tsx';
import type { Hit } from './use-find.ts';
import { useAutoRetry } from './use-auto-retry.ts';
import { usePageDetail } from './use-page-detail.ts';
import { usePagePicture } from './use-page-picture.ts';
import { usePageText } from './use-page-text.ts';
import styles from './viewer.module.scss';

interface PageViewProps {
  set: PageSet;
  box: PageBox;
  total: number;
  ratio: number;
  widgets: boolean;
  distance: number;
  layer: ((page: number, size: Size) => ReactNode) | undefined;
  hits: readonly Hit[];
  /** The current search match, if it is on this page. */
  current: Hit | null;
  /** Goes to a page when a link is followed; without it, links are not shown. */
  onPage: ((page: number) => void) | undefined;
  /** Called when the page is rendered or has failed. */
  onShown: () => void;
}

/** One page: image, text for screen readers, links, search highlights and layer. */
export const PageView = memo(function PageView(props: PageViewProps) {
  const { set, box, total, ratio, widgets, distance, layer, hits, current, onPage, onShown } = props;
  const { t } = useTranslation('viewer');
  const [failed, setFailed] = useState<'failed' | 'tooLong' | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [shown, setShown] = useState(false);
  // The page is requested first. The layer, often a hundred fields, is rendered meanwhile.
  const covered = useDeferredValue(layer !== undefined, false);
  const place = usePagePicture({
    set,
    page: box.number,
    width: deviceWidth(box, ratio),
    widgets,
    priority: distance,
    kind: 'page',
    attempt,
    onFailed: (error) => {
      setFailed(isTooLong(error) ? 'tooLong' : 'failed');
      onShown();
    },
    onShown: () => {
      setFailed(null);
      setShown(true);
      onShown();
    },
  });
  usePageDetail(place, { set, box, ratio, widgets });
  const tryAgain = (): void => {
    setFailed(null);
    set.again(box.number);
    setAttempt(attempt + 1);
  };
  useAutoRetry(failed === 'failed', tryAgain);
  const text = usePageText(set, box.number, distance === 0);
  return (
    <section
      className={styles.page}
      aria-label={t('page', { number: box.number, total })}
      data-page={box.number}
      style={{ top: box.top, width: box.width, height: box.height }}
    >
      <div ref={place} className={styles.picture} data-shown={shown || undefined} />
      {text ? <p className={styles.text}>{text}</p> : null}
      <PageMarks hits={hits} current={current} />
      {onPage ? <PageLinks set={set} page={box.number} onPage={onPage} /> : null}
      {covered ? layer?.(box.number, box) : null}
      {failed ? <PageFailed tooLong={failed === 'tooLong'} onRetry={tryAgain} /> : null}
    </section>
  );
});

function PageFailed({ tooLong, onRetry }: { tooLong: boolean; onRetry: () => void }) {
  const { t } = useTranslation('viewer');
  return (
    <div className={styles.failed} role="status">
      <p>{t(tooLong ? 'pageTooLong' : 'pageFailed')}</p>
      <Button look="primary" onPress={onRetry}>{t('retry')}</Button>
    </div>
  );
}
