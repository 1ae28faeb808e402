import { useId } from 'react';
import type { ReactNode } from 'react';
import styles from './Section.module.scss';

interface SectionProps {
  title: string;
  /** A sentence about the section's purpose. */
  text?: ReactNode;
  /** Actions for the whole section, beside its title. */
  actions?: ReactNode;
  /** Anchor of the section in the URL: `/profile#passkeys`. */
  anchor?: string;
  children: ReactNode;
}

/** A section of a page with its own heading. */
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

/** Form fields in a column, with the button below. */
export const Stack = ({ children, narrow }: { children: ReactNode; narrow?: boolean }) => (
  <div className={narrow ? `${styles.stack} ${styles.narrow}` : styles.stack}>{children}</div>
);

/** Buttons in a row. */
export const SectionActions = ({ children }: { children: ReactNode }) => <div className={styles.actions}>{children}</div>;
