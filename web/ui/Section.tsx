import { useId } from 'react';
import type { ReactNode } from 'react';
import styles from './Section.module.scss';

export interface SectionProps {
  title: string;
  /** A sentence on what it is for. */
  text?: ReactNode;
  /** What can be done with the whole of it, beside its title. */
  actions?: ReactNode;
  /** By which an address leads to it: `/profile#passkeys`. */
  anchor?: string;
  children: ReactNode;
}

/** A part of a page under a heading of its own. */
export const Section = ({ title, text, actions, anchor, children }: SectionProps) => {
  const id = useId();
  return (
    <section id={anchor} className={styles.section} aria-labelledby={id}>
      <header className={styles.header}>
        <div className={styles.words}>
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
          {text ? <p className={styles.text}>{text}</p> : null}
        </div>
        {actions}
      </header>
      {children}
    </section>
  );
};

/** Fields of a form under each other, its button below. */
export const Stack = ({ children, narrow }: { children: ReactNode; narrow?: boolean }) => (
  <div className={narrow ? `${styles.stack} ${styles.narrow}` : styles.stack}>{children}</div>
);

/** Buttons in a row. */
export const SectionActions = ({ children }: { children: ReactNode }) => <div className={styles.acts}>{children}</div>;
