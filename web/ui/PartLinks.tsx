import { useEffect, useRef } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import styles from './PartLinks.module.scss';

interface PartLink {
  to: string;
  text: string;
  /** Matches the exact path only, because paths below it are other parts. */
  end?: boolean;
  /** Marks the part as current, for parts with more than one path. */
  isHere?: boolean;
}

/** Navigation between the parts of one object, each a screen of its own. On a narrow screen it scrolls to the current one. */
export const PartLinks = ({ label, parts }: { label: string; parts: readonly PartLink[] }) => {
  const strip = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    const here = strip.current?.querySelector<HTMLElement>('[aria-current=page]');
    // By itself, so that the page does not scroll along.
    if (strip.current && here) strip.current.scrollLeft = here.offsetLeft + here.offsetWidth / 2 - strip.current.clientWidth / 2;
  }, [pathname, parts.length]);
  return (
    <nav ref={strip} aria-label={label} className={styles.parts}>
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
};
