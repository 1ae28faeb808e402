import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useId } from 'react';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';
import styles from './PromptCard.module.scss';

interface PromptCardProps {
  icon: ReactNode;
  title: string;
  children: ReactNode;
  /** The button or link to the suggested action. */
  action: ReactNode;
  dismissLabel: string;
  onDismiss: () => void;
}

/** An unobtrusive suggestion on a screen about something else. It takes no focus, covers nothing and can be dismissed. */
export const PromptCard = ({ icon, title, children, action, dismissLabel, onDismiss }: PromptCardProps) => {
  const titleId = useId();
  return (
    <section className={styles.card} aria-labelledby={titleId}>
      <span className={styles.sign}>{icon}</span>
      <div className={styles.words}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        <p className={styles.text}>{children}</p>
      </div>
      <div className={styles.action}>{action}</div>
      <IconButton label={dismissLabel} icon={<Icon of={X} />} className={styles.dismiss} onPress={onDismiss} />
    </section>
  );
};
