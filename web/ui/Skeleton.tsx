import { classNames } from './class-names.ts';
import styles from './Skeleton.module.scss';

interface SkeletonProps {
  /** CSS lengths in the final size of the content, to avoid a layout shift. */
  width?: string;
  height?: string;
  round?: boolean;
  className?: string | undefined;
}

/** A placeholder for loading content. Hidden from screen readers: the loading region has aria-busy. */
export const Skeleton = ({ width = '100%', height = '1em', round, className }: SkeletonProps) => (
  <span aria-hidden="true" className={classNames(styles.skeleton, round && styles.round, className)} style={{ width, height }} />
);
