import type { ReactNode } from 'react';
import styles from './card-page.module.scss';

interface CardPageProps {
  /** Whose page it is, instead of the product's name. */
  mark?: ReactNode;
  children: ReactNode;
  /** Below the card. */
  footer?: ReactNode;
  /** Within the app, whose frame is the main landmark already. */
  inFrame?: boolean;
}

/** A full page before sign-in: the logo above one card. */
export function CardPage({ mark, children, footer, inFrame = false }: CardPageProps) {
  const Card = inFrame ? 'div' : 'main';
  return (
    <div className={styles.page}>
      <Card className={styles.card}>
        <p className={styles.mark}>
          {mark ?? (
            <>
              <img src="/favicon.svg" alt="" width={32} height={32} />
              Countersign
            </>
          )}
        </p>
        {children}
      </Card>
      {footer}
    </div>
  );
}
