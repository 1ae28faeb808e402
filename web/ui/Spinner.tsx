import styles from './Spinner.module.scss';

/** A small progress spinner. It is decorative: say beside it what is happening. */
export const Spinner = () => <span className={styles.spinner} aria-hidden="true" />;
