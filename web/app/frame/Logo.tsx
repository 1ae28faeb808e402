import { Link } from 'react-router-dom';
import { routes } from '#contract/routes.ts';
import styles from './Logo.module.scss';

/** Logo and name of the product; links to the first list. */
export const Logo = () => (
  <Link to={routes.transactions} className={styles.logo} aria-label="Countersign">
    <img src="/favicon.svg" alt="" width={28} height={28} />
    <span className={styles.name}>Countersign</span>
  </Link>
);
