import type { ReactNode } from 'react';
import { Avatar } from './Avatar.tsx';
import type { PersonName } from './initials.ts';
import styles from './RequestIntroduction.module.scss';

interface RequestIntroductionProps {
  heading: string;
  sender: PersonName;
  /** What the sender asks for. */
  lead: string;
  /** The sender's address, where the lead names them otherwise. */
  address?: string | null;
  /** In the sender's own words. */
  message?: string;
  facts: readonly string[];
  /** What the reader can do. */
  children: ReactNode;
}

/** What a link to a request opens: who asks for what, before the documents are shown. */
export const RequestIntroduction = ({ heading, sender, lead, address, message, facts, children }: RequestIntroductionProps) => (
  <div className={styles.parts}>
    <h1 className={styles.title}>{heading}</h1>
    <p className={styles.sender}>
      <Avatar person={sender} size="large" />
      <span>
        {lead}
        {address ? <span className={styles.address}>{address}</span> : null}
      </span>
    </p>
    {message ? <blockquote className={styles.message}>{message}</blockquote> : null}
    {facts.length > 0 ? (
      <ul className={styles.facts}>
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    ) : null}
    {children}
  </div>
);
