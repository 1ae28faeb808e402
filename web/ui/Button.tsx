import type { ReactNode } from 'react';
import type { ButtonProps as AriaButtonProps } from 'react-aria-components';
import { Button as AriaButton } from 'react-aria-components';
import { classNames } from './class-names.ts';
import { Spinner } from './Spinner.tsx';
import styles from './Button.module.scss';

export type ButtonVariant = 'primary' | 'plain' | 'quiet' | 'negative';

export interface ButtonProps extends Omit<AriaButtonProps, 'children' | 'className' | 'style'> {
  children: ReactNode;
  /** `primary` is the next thing to do: at most one on a screen. */
  look?: ButtonVariant;
  size?: 'medium' | 'large';
  icon?: ReactNode;
  /** Fills the width it is given (phones, dialogs). */
  wide?: boolean;
  className?: string | undefined;
}

const nothing = () => undefined;

/** A button that says what will happen. While `isPending` it keeps its width and cannot be pressed. */
export const Button = ({ children, look = 'plain', size = 'medium', icon, wide, className, isPending, ...rest }: ButtonProps) => (
  <AriaButton
    {...rest}
    // Not react-aria's own pending: it announces the button by an id that is gone when a dialog closes.
    {...(isPending ? { 'aria-disabled': true, type: 'button', onPress: nothing } : {})}
    data-pending={isPending || undefined}
    className={classNames(styles.button, styles[look], size === 'large' && styles.large, wide && styles.wide, className)}
  >
    {isPending ? <Spinner /> : icon}
    <span className={styles.label}>{children}</span>
  </AriaButton>
);
