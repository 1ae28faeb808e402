import { CircleAlert, X } from 'lucide-react';
import { useEffect } from 'react';
import { Toaster } from 'sonner';
import { Icon } from './Icon.tsx';
import { placeStands } from './snackbar.ts';
import { useDevice } from './use-device.ts';
import styles from './Snackbars.module.scss';

const classNames = {
  toast: styles.toast ?? '',
  error: styles.error ?? '',
  content: styles.content ?? '',
  actionButton: styles.action ?? '',
  closeButton: styles.close ?? '',
};

/** Container of the snackbars; mounted once, in the frame. The styles are the app's, the behaviour is sonner's. */
const Snackbars = ({ label, closeLabel }: { label: string; closeLabel: string }) => {
  useEffect(placeStands, []);
  return (
    <Toaster
      // On phones the bottom holds the navigation and the main action.
      position={useDevice() === 'phone' ? 'top-center' : 'bottom-center'}
      // Keeps clear of the bars at the bottom of the screen.
      offset={{ bottom: 'calc(var(--space-6) + var(--below-screen, 0px) + var(--foot-zoom, 0px) + var(--foot-guide, 0px))' }}
      containerAriaLabel={label}
      closeButton
      icons={{ error: <Icon of={CircleAlert} />, close: <Icon of={X} size={16} /> }}
      toastOptions={{ unstyled: true, closeButtonAriaLabel: closeLabel, classNames }}
      className={styles.toaster ?? ''}
    />
  );
};

export default Snackbars;
