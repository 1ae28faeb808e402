import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PageSet } from '#web/services/engine/pages/pages.service.ts';
import type { DifferentArea } from './pixel-differences.ts';
import styles from './comparison.module.scss';

interface PagePictureProps {
  set: PageSet;
  page: number;
  areas: readonly DifferentArea[];
  caption: string;
  /** Shown instead of a page that this revision lacks. */
  missing: string | null;
}

/** Width in pixels, sharp on displays with a pixel ratio of 2. */
const WIDTH = 1200;

/** A page of one revision, with frames around the differences. */
export function PagePicture({ set, page, areas, caption, missing }: PagePictureProps) {
  const { t } = useTranslation('comparison');
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isFailed, setFailed] = useState(false);
  const isMissing = missing !== null;
  useEffect(() => {
    if (isMissing) return undefined;
    let wanted = true;
    const draw = async (): Promise<void> => {
      const bitmap = await set.render(page, WIDTH, { widgets: true, kind: 'side by side' });
      const target = canvas.current;
      if (!bitmap || !wanted || !target) return bitmap?.close();
      target.width = bitmap.width;
      target.height = bitmap.height;
      target.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap);
    };
    draw().catch((error: unknown) => {
      console.info('A page of the comparison could not be drawn', error);
      if (wanted) setFailed(true);
    });
    return () => {
      wanted = false;
      set.drop(page, 'side by side');
    };
  }, [set, page, isMissing]);
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>{caption}</figcaption>
      {missing ?? (isFailed ? t('pageFailed') : null)}
      {isMissing || isFailed ? null : (
        <div className={styles.paper}>
          <canvas ref={canvas} className={styles.canvas} role="img" aria-label={`${caption}, ${t('page', { page })}`} />
          {areas.map(({ x, y, width, height }) => (
            <span key={`${x} ${y}`} className={styles.area} style={{ left: `${x}%`, top: `${y}%`, width: `${width}%`, height: `${height}%` }} />
          ))}
        </div>
      )}
    </figure>
  );
}
