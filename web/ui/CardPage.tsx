import type { ReactNode } from 'react';
import styles from './card-page.module.scss';

interface CardPageProps {
  children: ReactNode;
  /** Below the card. */
  footer?: ReactNode;
}

/** A full page before sign-in: the logo above one card. */
export function CardPage({ children, footer }: CardPageProps) {
  return (
    <div className={styles.page}>
      <main className={styles.card}>
        <p className={styles.mark}>
          <img src="/favicon.svg" alt="" width={32} height={32} />
          Countersign
        </p>
        {children}
      </main>
      {footer}
    </div>
  );
}
