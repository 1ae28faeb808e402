import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import styles from './EmptyState.module.scss';

export interface EmptyStateProps {
  icon?: LucideIcon;
  /** The colour of the icon. */
  meaning?: 'success';
  /** Large figures such as 404 in place of an icon. */
  figure?: string;
  title: string;
  /** What is so and what to do now. */
  children?: ReactNode;
  actions?: ReactNode;
  /** `h1` where it is the whole screen. */
  level?: 1 | 2;
}

/** The other faces of a screen: empty, nothing found, broken, offline. */
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
