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

/** The place where snackbars appear; once, in the frame. Their look is ours in both themes, their behaviour sonner's. */
const Snackbars = ({ label, closeLabel }: { label: string; closeLabel: string }) => {
  useEffect(placeStands, []);
  return (
    <Toaster
      // Below, a phone has its areas and the thumb's next act.
      position={useDevice() === 'phone' ? 'top-center' : 'bottom-center'}
      // What stays below the screen keeps its acts in reach.
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
