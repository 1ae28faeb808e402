import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CheckboxProps as AriaCheckboxProps } from 'react-aria-components';
import { Checkbox as AriaCheckbox } from 'react-aria-components';
import { classNames } from './class-names.ts';
import { Icon } from './Icon.tsx';
import styles from './Checkbox.module.scss';

interface CheckboxProps extends Omit<AriaCheckboxProps, 'children' | 'className' | 'style'> {
  children: ReactNode;
  help?: string | undefined;
  className?: string | undefined;
}

/** A checkbox with its label. */
export const Checkbox = ({ children, help, className, ...rest }: CheckboxProps) => (
  <AriaCheckbox {...rest} className={classNames(styles.checkbox, className)}>
    {({ isSelected, isIndeterminate }) => (
      <>
        <span className={styles.box}>
          {isIndeterminate ? <Icon of={Minus} size={16} /> : isSelected ? <Icon of={Check} size={16} /> : null}
        </span>
        <span className={styles.words}>
          {children}
          {help ? <span className={styles.help}>{help}</span> : null}
        </span>
      </>
    )}
  </AriaCheckbox>
);
