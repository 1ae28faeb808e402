import { classNames } from '#web/ui/class-names.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './Row.module.scss';

const rows = [62, 48, 71, 55, 40, 66];

/** Placeholder rows in their final size while the first page loads. */
export const RowSkeletons = ({ label, pair }: { label: string; pair: boolean }) => (
  <ul className={styles.rows} aria-busy="true" aria-label={label}>
    {rows.map((width) => (
      <li key={width} className={styles.row}>
        <span className={styles.check}>
          <Skeleton width="var(--space-5)" height="var(--space-5)" />
        </span>
        <span className={classNames(styles.sign, pair && styles.pair)}>
          <Skeleton round width="var(--avatar-medium)" height="var(--avatar-medium)" />
        </span>
        <span className={styles.main}>
          <Skeleton width={`${width}%`} height="1.2em" />
          <Skeleton width={`${width / 2}%`} className={styles.second} />
        </span>
        <span className={styles.state}>
          <Skeleton width="70%" />
        </span>
        <span className={styles.when}>
          <Skeleton />
        </span>
        <span className={styles.actions}>
          <Skeleton height="var(--control)" width="96px" />
        </span>
        <span className={styles.menu}>
          <Skeleton round height="var(--control)" width="var(--control)" />
        </span>
      </li>
    ))}
  </ul>
);
