import { Radio, RadioGroup as AriaRadioGroup } from 'react-aria-components';
import { classNames } from './class-names.ts';
import type { FieldTexts } from './FieldParts.tsx';
import { FieldLabel, FieldNotes } from './FieldParts.tsx';
import type { Option } from './Select.tsx';
import field from './field.module.scss';
import styles from './RadioGroup.module.scss';

interface RadioGroupProps<Key extends string> extends FieldTexts {
  options: readonly Option<Key>[];
  value: Key | null;
  onChange(key: Key): void;
  orientation?: 'horizontal' | 'vertical';
  isDisabled?: boolean;
  className?: string | undefined;
}

/** A choice of two or three visible options. */
export const RadioGroup = <Key extends string>(props: RadioGroupProps<Key>) => {
  const { label, hint, help, error, options, onChange, className, ...rest } = props;
  return (
    <AriaRadioGroup
      {...rest}
      onChange={(key) => {
        const chosen = options.find((option) => option.key === key);
        if (chosen) onChange(chosen.key);
      }}
      isInvalid={Boolean(error)}
      className={classNames(field.field, className)}
    >
      <FieldLabel label={label} hint={hint} />
      <div className={classNames(styles.options, rest.orientation === 'horizontal' && styles.horizontal)}>
        {options.map((option) => (
          <Radio key={option.key} value={option.key} className={styles.radio ?? ''}>
            <span className={styles.dot} />
            <span>
              {option.sign}
              {option.text}
              {option.description ? <span className={styles.description}>{option.description}</span> : null}
            </span>
          </Radio>
        ))}
      </div>
      <FieldNotes help={help} error={error} />
    </AriaRadioGroup>
  );
};
