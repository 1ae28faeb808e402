import styles from './Spinner.module.scss';

/** A small sign that something is under way. It is decoration: say in words what is happening beside it. */
export const Spinner = () => <span className={styles.spinner} aria-hidden="true" />;
