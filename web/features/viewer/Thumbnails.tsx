import { memo, useEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { rendering } from '#contract/limits.ts';
import type { PageSet } from '#web/services/engine/pages.service.ts';
import { usePagePicture } from './use-page-picture.ts';
import styles from './viewer.module.scss';

interface ThumbnailsProps {
  set: PageSet;
  current: number;
  onChoose: (page: number) => void;
}

export function Thumbnails({ set, current, onChoose }: ThumbnailsProps) {
  const { t } = useTranslation('viewer');
  return (
    <nav className={styles.thumbnails} aria-label={t('pages')}>
      <ol>
        {set.pages.map((size, index) => (
          <Thumbnail
            key={index}
            set={set}
            page={index + 1}
            ratio={size.height / size.width}
            current={index + 1 === current}
            onChoose={onChoose}
          />
        ))}
      </ol>
    </nav>
  );
}

interface ThumbnailProps {
  set: PageSet;
  page: number;
  ratio: number;
  current: boolean;
  onChoose: (page: number) => void;
}

const Thumbnail = memo(function Thumbnail({ set, page, ratio, current, onChoose }: ThumbnailProps) {
  const { t } = useTranslation('viewer');
  const item = useRef<HTMLLIElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => setNear(entries.some((entry) => entry.isIntersecting)),
      { rootMargin: '400px' },
    );
    if (item.current) observer.observe(item.current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (current) item.current?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <li ref={item}>
      <Button
        className={styles.thumbnail}
        aria-label={t('goToPage', { number: page })}
        aria-current={current ? 'page' : undefined}
        onPress={() => onChoose(page)}
      >
        <span className={styles.thumbnailSheet} style={{ aspectRatio: 1 / ratio }}>
          {near ? <ThumbnailPicture set={set} page={page} /> : null}
        </span>
        <span className={styles.thumbnailNumber} aria-hidden>
          {page}
        </span>
      </Button>
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
