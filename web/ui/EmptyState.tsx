import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import styles from './EmptyState.module.scss';

interface EmptyStateProps {
  icon?: LucideIcon;
  /** The colour of the icon. */
  meaning?: 'success';
  /** A large figure such as 404 instead of an icon. */
  figure?: string;
  title: string;
  /** Explains the state and the next step. */
  children?: ReactNode;
  actions?: ReactNode;
  /** Use 1 (`h1`) if it is the whole screen. */
  level?: 1 | 2;
}

/** Placeholder for a screen without content: empty, no results, error, offline. */
export const EmptyState = ({ icon, meaning, figure, title, children, actions, level = 2 }: EmptyStateProps) => {
  const Title = level === 1 ? 'h1' : 'h2';
  return (
    <div className={styles.empty}>
      {icon ? (
        <span className={styles.icon} data-meaning={meaning}>
          <Icon of={icon} size={40} />
        </span>
      ) : null}
      {figure ? <p className={styles.figure}>{figure}</p> : null}
      <Title className={styles.title}>{title}</Title>
      {children ? <div className={styles.text}>{children}</div> : null}
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </div>
  );
};
