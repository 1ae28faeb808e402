import { Link, NavLink } from 'react-router-dom';
import styles from './PartLinks.module.scss';

interface PartLink {
  to: string;
  text: string;
  /** Matches the exact path only, because paths below it are other parts. */
  end?: boolean;
  /** Marks the part as current, for parts with more than one path. */
  isHere?: boolean;
}

/** Navigation between the parts of one object, each a screen of its own. */
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
