import { classNames } from './class-names.ts';
import styles from './Skeleton.module.scss';

export interface SkeletonProps {
  /** CSS lengths in the final size of what will come, so that nothing jumps. */
  width?: string;
  height?: string;
  round?: boolean;
  className?: string | undefined;
}

/** A quiet shape where something will be. Hidden from readers: the region that waits says so with aria-busy. */
export const Skeleton = ({ width = '100%', height = '1em', round, className }: SkeletonProps) => (
  <span aria-hidden="true" className={classNames(styles.skeleton, round && styles.round, className)} style={{ width, height }} />
);
