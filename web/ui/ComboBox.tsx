import { ChevronDown } from 'lucide-react';
import type { InputHTMLAttributes } from 'react';
import { useContext, useEffect, useRef } from 'react';
import { Button, ComboBox as AriaComboBox, ComboBoxStateContext, Input, ListBox, Popover } from 'react-aria-components';
import { classNames } from './class-names.ts';
import type { FieldTexts } from './FieldParts.tsx';
import { FieldLabel, FieldNotes } from './FieldParts.tsx';
import { Icon } from './Icon.tsx';
import type { Option } from './Select.tsx';
import { OptionItem } from './Select.tsx';
import buttons from './Button.module.scss';
import styles from './field.module.scss';
import list from './list-box.module.scss';

interface ComboBoxProps<Key extends string> extends FieldTexts {
  options: readonly Option<Key>[];
  text: string;
  onTextChange(text: string): void;
  onChoose(key: Key): void;
  /** Permits free text (contacts); otherwise only options are valid. */
  allowsCustomValue?: boolean;
  /** Label of the button that opens the list. Without it there is no button. */
  openLabel?: string;
  placeholder?: string;
  isDisabled?: boolean;
  isRequired?: boolean;
  autoFocus?: boolean;
  name?: string;
  type?: string;
  inputMode?: InputHTMLAttributes<HTMLInputElement>['inputMode'];
  onBlur?: () => void;
  className?: string | undefined;
}

/** A text field with suggestions. The caller filters the options. */
export const ComboBox = <Key extends string>(props: ComboBoxProps<Key>) => {
  const { label, hint, help, error, options, text, onTextChange, onChoose, openLabel, placeholder, className, type, inputMode, ...rest } =
    props;
  return (
    <AriaComboBox
      {...rest}
      items={options.map((option) => ({ ...option, id: option.key }))}
      inputValue={text}
      onInputChange={onTextChange}
      onSelectionChange={(key) => {
        const chosen = options.find((option) => option.key === key);
        if (chosen) onChoose(chosen.key);
      }}
      menuTrigger="input"
      validationBehavior="aria"
      isInvalid={Boolean(error)}
      className={classNames(styles.field, className)}
    >
      <FieldLabel label={label} hint={hint} />
      <div className={styles.group}>
        <Input className={styles.input ?? ''} {...(placeholder ? { placeholder } : {})} {...(type ? { type } : {})} {...(inputMode ? { inputMode } : {})} />
        {openLabel ? (
          <Button aria-label={openLabel} className={classNames(buttons.button, buttons.quiet, buttons.iconOnly)}>
            <Icon of={ChevronDown} size={16} />
          </Button>
        ) : null}
      </div>
      <FieldNotes help={help} error={error} />
      <LateOptions some={options.some((option) => option.text !== text)} />
      <Popover className={list.popover ?? ''} offset={4}>
        <ListBox className={list.list ?? ''}>{(option: Option<Key> & { id: Key }) => <OptionItem option={option} />}</ListBox>
      </Popover>
    </AriaComboBox>
  );
};

/** Opens the list when options arrive after typing, for example from a server. */
const LateOptions = ({ some }: { some: boolean }) => {
  const state = useContext(ComboBoxStateContext);
  const latest = useRef(state);
  latest.current = state;
  useEffect(() => {
    const now = latest.current;
    if (some && now?.isFocused && !now.isOpen && now.inputValue !== '') now.open(null, 'input');
  }, [some]);
  return null;
};
