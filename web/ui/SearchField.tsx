import { Search, X } from 'lucide-react';
import { Button, Input, SearchField as AriaSearchField } from 'react-aria-components';
import { classNames } from './class-names.ts';
import { Icon } from './Icon.tsx';
import buttons from './Button.module.scss';
import styles from './field.module.scss';

interface SearchFieldProps {
  /** Accessible name. */
  label: string;
  placeholder: string;
  /** Label of the button that clears it. */
  clearLabel: string;
  value: string;
  onChange(value: string): void;
  className?: string | undefined;
}

export const SearchField = ({ label, placeholder, clearLabel, value, onChange, className }: SearchFieldProps) => (
  <AriaSearchField aria-label={label} value={value} onChange={onChange} className={classNames(styles.field, className)}>
    <div className={classNames(styles.group, styles.leading, value === '' && styles.plain)}>
      <Icon of={Search} />
      <Input className={styles.input ?? ''} placeholder={placeholder} />
      {value ? (
        <Button aria-label={clearLabel} className={classNames(buttons.button, buttons.quiet, buttons.iconOnly)}>
          <Icon of={X} size={16} />
        </Button>
      ) : null}
    </div>
  </AriaSearchField>
);
