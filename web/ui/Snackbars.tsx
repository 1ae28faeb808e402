import { Toaster } from 'sonner';
import styles from './Snackbars.module.scss';

/** The place where snackbars appear; once, in the frame. */
const Snackbars = ({ label, closeLabel }: { label: string; closeLabel: string }) => (
  <Toaster
    position="bottom-center"
    containerAriaLabel={label}
    closeButton
    toastOptions={{
      closeButtonAriaLabel: closeLabel,
      classNames: { toast: styles.toast ?? '', error: styles.error ?? '', actionButton: styles.action ?? '' },
    }}
    className={styles.toaster ?? ''}
  />
);

export default Snackbars;
