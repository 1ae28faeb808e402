import { Link } from 'react-router-dom';
import { routes } from '#contract/routes.ts';
import styles from './Mark.module.scss';

/** The product's sign and name; it leads to the first list. */
export const Mark = () => (
  <Link to={routes.transactions} className={styles.mark} aria-label="Countersign">
    <img src="/favicon.svg" alt="" width={28} height={28} />
    <span className={styles.name}>Countersign</span>
  </Link>
);
