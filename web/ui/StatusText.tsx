import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './StatusText.module.scss';

/** The four meanings of the specification. */
export type Meaning = 'success' | 'attention' | 'negative' | 'secondary';

export interface StatusTextProps {
  meaning: Meaning;
  children: ReactNode;
  className?: string | undefined;
}

/** A state in words and colour; the dot only repeats what the words say. */
export const StatusText = ({ meaning, children, className }: StatusTextProps) => (
  <span className={classNames(styles.status, styles[meaning], className)}>
    <span className={styles.dot} aria-hidden="true" />
    {children}
  </span>
);
