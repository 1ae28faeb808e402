import type { ReactNode } from 'react';
import { useDocumentTitle } from './use-document-title.ts';
import styles from './Page.module.scss';

interface PageProps {
  title: string;
  /** A sentence about the page's purpose. */
  text?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A page with one heading and several sections. */
export const Page = ({ title, text, actions, children }: PageProps) => {
  useDocumentTitle(title);
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <div className={styles.words}>
          <h1 className={styles.title}>{title}</h1>
          {text ? <p className={styles.text}>{text}</p> : null}
        </div>
        {actions}
      </header>
      {children}
    </div>
  );
};
