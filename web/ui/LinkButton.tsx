import type { ReactNode } from 'react';
import { Link } from 'react-aria-components';
import { classNames } from './class-names.ts';
import type { ButtonVariant } from './Button.tsx';
import styles from './Button.module.scss';

interface LinkButtonProps {
  to: string;
  /** Accessible name, if it differs from the text. */
  label?: string;
  children: ReactNode;
  look?: ButtonVariant;
  size?: 'medium' | 'large';
  icon?: ReactNode;
  className?: string | undefined;
}

/** A link that looks like a button, so that it can be opened in a new tab. */
export const LinkButton = ({ to, label, children, look = 'plain', size = 'medium', icon, className }: LinkButtonProps) => (
  <Link href={to} {...(label ? { 'aria-label': label } : {})} className={classNames(styles.button, styles[look], size === 'large' && styles.large, className)}>
    {icon}
    <span className={styles.label}>{children}</span>
  </Link>
);
