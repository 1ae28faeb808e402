import type { ReactNode } from 'react';
import type { ButtonProps as AriaButtonProps } from 'react-aria-components';
import { Button as AriaButton } from 'react-aria-components';
import { classNames } from './class-names.ts';
import { Spinner } from './Spinner.tsx';
import styles from './Button.module.scss';

export type ButtonVariant = 'primary' | 'plain' | 'quiet' | 'negative';

export interface ButtonProps extends Omit<AriaButtonProps, 'children' | 'className' | 'style'> {
  children: ReactNode;
  /** `primary` is the main action: at most one per screen. */
  look?: ButtonVariant;
  size?: 'medium' | 'large';
  icon?: ReactNode;
  /** Fills the available width (phones, dialogs). */
  wide?: boolean;
  className?: string | undefined;
}

const nothing = () => undefined;

/** A button labelled with its action. While `isPending` it keeps its width and can't be pressed. */
export const Button = ({ children, look = 'plain', size = 'medium', icon, wide, className, isPending, ...rest }: ButtonProps) => (
  <AriaButton
    {...rest}
    // Replaces react-aria's own pending state, which announces the button by an id that is gone when a dialog closes.
    {...(isPending ? { 'aria-disabled': true, type: 'button', onPress: nothing } : {})}
    data-pending={isPending || undefined}
    className={classNames(styles.button, styles[look], size === 'large' && styles.large, wide && styles.wide, className)}
  >
    {isPending ? <Spinner /> : icon}
    <span className={styles.label}>{children}</span>
  </AriaButton>
);
