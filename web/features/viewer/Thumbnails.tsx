import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rendering } from '#contract/limits/screens.ts';
import type { Size } from '#web/entities/field/geometry.ts';
import type { PageSet } from '#web/services/engine/pages/pages.service.ts';
import type { PageBox } from './layout.ts';
import { layoutPages } from './layout.ts';
import { usePagePicture } from './use-page-picture.ts';
import { usePagesNear } from './use-pages-near.ts';
import { useRoom } from './use-room.ts';
import { useScrollTop } from './use-scroll-window.ts';
import styles from './viewer.module.scss';

interface ThumbnailsProps {
  set: PageSet;
  pages: readonly Size[];
  current: number;
  /** Whether the main page is rendered; thumbnails wait for it. */
  ready: boolean;
  onChoose: (page: number) => void;
}

/** Inner width of the column and space below each thumbnail, in CSS pixels. */
const WIDTH = 112;
const BELOW = 36;

/** Thumbnails of the pages; only those near the viewport are mounted. */
export const Thumbnails = memo(function Thumbnails({ set, pages, current, ready, onChoose }: ThumbnailsProps) {
  const { t } = useTranslation('viewer');
  const scroller = useRef<HTMLElement>(null);
  const room = useRoom(scroller);
  const top = useScrollTop(scroller);
  const rows = useMemo(
    () => layoutPages(pages.map((size) => ({ width: WIDTH, height: (WIDTH * size.height) / size.width + BELOW })), 1),
    [pages],
  );
  const near = usePagesNear(rows, top, room.height);
  useEffect(() => {
    const row = rows.pages[current - 1];
    const target = scroller.current;
    if (!row || !target) return;
    const hidden = row.top < target.scrollTop || row.top + row.height > target.scrollTop + target.clientHeight;
    if (hidden) target.scrollTop = row.top - target.clientHeight / 3;
  }, [rows, current]);
  return (
    <nav ref={scroller} className={styles.thumbnails} aria-label={t('pages')}>
      <ol style={{ height: rows.height }}>
        {near.map((row) => (
          <Thumbnail key={row.number} set={set} row={row} current={row.number === current} ready={ready} onChoose={onChoose} />
        ))}
      </ol>
    </nav>
  );
});

interface ThumbnailProps {
  set: PageSet;
  row: PageBox;
  current: boolean;
  ready: boolean;
  onChoose: (page: number) => void;
}

/** A native button for speed: scrolling a long document mounts hundreds of them. */
const Thumbnail = memo(function Thumbnail({ set, row, current, ready, onChoose }: ThumbnailProps) {
  const { t } = useTranslation('viewer');
  return (
    <li style={{ top: row.top, height: row.height }}>
      <button
        type="button"
        className={styles.thumbnail}
        aria-label={t('goToPage', { number: row.number })}
        aria-current={current ? 'page' : undefined}
        onClick={() => onChoose(row.number)}
      >
        <span className={styles.thumbnailSheet} style={{ height: row.height - BELOW }}>
          {ready ? <ThumbnailPicture set={set} page={row.number} /> : null}
        </span>
        <span className={styles.thumbnailNumber} aria-hidden>
          {row.number}
        </span>
      </button>
    </li>
  );
});

function ThumbnailPicture({ set, page }: { set: PageSet; page: number }) {
  const [failed, setFailed] = useState(false);
  const place = usePagePicture<HTMLSpanElement>({
    set,
    page,
    width: rendering.thumbnailWidth,
    widgets: true,
    priority: 100 + page,
    kind: 'thumbnail',
    onFailed: () => setFailed(true),
  });
  return <span ref={place} className={styles.thumbnailPicture} data-failed={failed || undefined} />;
}
