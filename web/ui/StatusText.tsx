import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './StatusText.module.scss';

/** The four meanings of the specification. */
export type Meaning = 'success' | 'attention' | 'negative' | 'secondary';

interface StatusTextProps {
  meaning: Meaning;
  children: ReactNode;
  className?: string | undefined;
}

/** A status in text and colour. The dot repeats what the text says. */
export const StatusText = ({ meaning, children, className }: StatusTextProps) => (
  <span className={classNames(styles.status, styles[meaning], className)}>
    <span className={styles.dot} aria-hidden="true" />
    {children}
  </span>
);
