import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import styles from './Locked.module.scss';

interface LockedProps {
  /** Why nothing here can be changed; null if it can. */
  reason: string | null;
  children: ReactNode;
}

/** Controls that are shown but can't be used, with the reason above them. */
export const Locked = ({ reason, children }: LockedProps) => (
  <fieldset disabled={reason !== null} className={styles.locked}>
    {reason === null ? null : (
      <p className={styles.reason}>
        <Icon of={Lock} size={16} /> {reason}
      </p>
    )}
    {children}
  </fieldset>
);
