import styles from './LoadingText.module.scss';
import { Spinner } from './Spinner.tsx';

/** Says in place of a page's content that it is being loaded. */
export const LoadingText = ({ children }: { children: string }) => (
  <p role="status" className={styles.loading}>
    <Spinner /> {children}
  </p>
);
