import { Check, ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, ListBox, ListBoxItem, Popover, Select as AriaSelect, SelectValue } from 'react-aria-components';
import { classNames } from './class-names.ts';
import type { FieldTexts } from './FieldParts.tsx';
import { FieldLabel, FieldNotes } from './FieldParts.tsx';
import { Icon } from './Icon.tsx';
import styles from './field.module.scss';
import list from './list-box.module.scss';

export interface Option<Key extends string> {
  key: Key;
  text: string;
  description?: string;
  /** Shown before the text: an avatar, a colour, an icon. */
  sign?: ReactNode;
}

interface SelectProps<Key extends string> extends FieldTexts {
  options: readonly Option<Key>[];
  value: Key | null;
  onChange(key: Key): void;
  isDisabled?: boolean;
  isRequired?: boolean;
  name?: string;
  placeholder?: string;
  className?: string | undefined;
  /** Hides the label visually; screen readers still get it. */
  hideLabel?: boolean;
}

/** The row of one option, also used by ComboBox. */
export const OptionItem = <Key extends string>({ option }: { option: Option<Key> }) => (
  <ListBoxItem id={option.key} textValue={option.text} className={list.item ?? ''}>
    {({ isSelected }) => (
      <>
        {option.sign}
        <span className={list.text}>
          {option.text}
          {option.description ? <span className={list.description}>{option.description}</span> : null}
        </span>
        {isSelected ? <Icon of={Check} size={16} /> : null}
      </>
    )}
  </ListBoxItem>
);

/** A choice of a few options. For many, or for free text, use ComboBox. */
export const Select = <Key extends string>(props: SelectProps<Key>) => {
  const { label, hint, help, error, options, value, onChange, placeholder, className, hideLabel, ...rest } = props;
  return (
    <AriaSelect
      {...rest}
      {...(hideLabel ? { 'aria-label': label } : {})}
      {...(placeholder ? { placeholder } : {})}
      value={value}
      onChange={(key) => {
        const chosen = options.find((option) => option.key === key);
        if (chosen) onChange(chosen.key);
      }}
      isInvalid={Boolean(error)}
      className={classNames(styles.field, className)}
    >
      {hideLabel ? null : <FieldLabel label={label} hint={hint} />}
      <Button className={classNames(styles.input, styles.trigger)}>
        <SelectValue />
        <Icon of={ChevronDown} size={16} />
      </Button>
      <FieldNotes help={help} error={error} />
      <Popover className={list.popover ?? ''} offset={4}>
        <ListBox className={list.list ?? ''} items={options.map((option) => ({ ...option, id: option.key }))}>
          {(option) => <OptionItem option={option} />}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
};
