import { memo } from 'react';
import type { Rect } from '#web/entities/field/geometry.ts';
import type { Hit } from './use-find.ts';
import styles from './viewer.module.scss';

export const placeStyle = ({ x, y, width, height }: Rect) => ({ left: `${x}%`, top: `${y}%`, width: `${width}%`, height: `${height}%` });

interface PageMarksProps {
  hits: readonly Hit[];
  current: Hit | null;
}

/** Highlights of the search matches on a page. */
export const PageMarks = memo(function PageMarks({ hits, current }: PageMarksProps) {
  return hits.flatMap((hit) =>
    hit.places.map((place) => (
      <mark key={`${place.x}/${place.y}`} className={styles.hit} data-current={hit === current || undefined} style={placeStyle(place)} aria-hidden />
    )),
  );
});
