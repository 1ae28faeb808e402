import type { ReactNode } from 'react';
import type { ButtonProps as AriaButtonProps } from 'react-aria-components';
import { Button as AriaButton } from 'react-aria-components';
import { classNames } from './class-names.ts';
import { Tooltip } from './Tooltip.tsx';
import styles from './Button.module.scss';

interface IconButtonProps extends Omit<AriaButtonProps, 'children' | 'className' | 'style' | 'aria-label'> {
  /** Accessible name, also shown as a tooltip. */
  label: string;
  icon: ReactNode;
  look?: 'quiet' | 'plain' | 'primary';
  className?: string | undefined;
  /** Omits the tooltip where the name is already visible beside it. */
  plainName?: boolean;
}

/** An icon-only button. It always has an accessible name. */
export const IconButton = ({ label, icon, look = 'quiet', className, plainName, ...rest }: IconButtonProps) => {
  const button = (
    <AriaButton {...rest} aria-label={label} className={classNames(styles.button, styles[look], styles.iconOnly, className)}>
      {icon}
    </AriaButton>
  );
  return plainName ? button : <Tooltip text={label}>{button}</Tooltip>;
};
