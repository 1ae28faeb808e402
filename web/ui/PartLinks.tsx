import { Link, NavLink } from 'react-router-dom';
import styles from './PartLinks.module.scss';

export interface PartLink {
  to: string;
  text: string;
  /** Its address alone: addresses below it are other parts. */
  end?: boolean;
  /** It is shown at another address too. */
  isHere?: boolean;
}

/** The parts of one thing, each a screen of its own. */
export const PartLinks = ({ label, parts }: { label: string; parts: readonly PartLink[] }) => (
  <nav aria-label={label} className={styles.parts}>
    {parts.map(({ to, text, end = false, isHere = false }) =>
      isHere ? (
        <Link key={to} to={to} className={styles.part ?? ''} aria-current="page">
          {text}
        </Link>
      ) : (
        <NavLink key={to} end={end} to={to} className={styles.part ?? ''}>
          {text}
        </NavLink>
      ),
    )}
  </nav>
);
