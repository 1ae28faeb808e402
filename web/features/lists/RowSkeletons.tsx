import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './Row.module.scss';

const rows = [62, 48, 71, 55, 40, 66];

/** Rows in their final size while the first page comes. */
export const RowSkeletons = ({ label }: { label: string }) => (
  <ul className={styles.rows} aria-busy="true" aria-label={label}>
    {rows.map((width) => (
      <li key={width} className={styles.row}>
        <span className={styles.sign}>
          <Skeleton round width="var(--avatar-medium)" height="var(--avatar-medium)" />
        </span>
        <span className={styles.main}>
          <Skeleton width={`${width}%`} />
          <Skeleton width={`${width / 2}%`} />
        </span>
        <span className={styles.state}>
          <Skeleton width="70%" />
        </span>
        <span className={styles.when}>
          <Skeleton />
        </span>
        <span className={styles.acts}>
          <Skeleton height="var(--control)" width="96px" />
        </span>
      </li>
    ))}
  </ul>
);
