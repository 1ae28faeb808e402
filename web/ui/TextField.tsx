import type { InputHTMLAttributes, Ref } from 'react';
import type { TextFieldProps as AriaTextFieldProps } from 'react-aria-components';
import { Input, TextField as AriaTextField } from 'react-aria-components';
import { classNames } from './class-names.ts';
import type { FieldTexts } from './FieldParts.tsx';
import { FieldLabel, FieldNotes } from './FieldParts.tsx';
import styles from './field.module.scss';

export interface TextFieldProps
  extends FieldTexts, Omit<AriaTextFieldProps, 'children' | 'className' | 'style' | 'isInvalid'> {
  placeholder?: string;
  size?: 'medium' | 'large';
  inputRef?: Ref<HTMLInputElement>;
  inputMode?: InputHTMLAttributes<HTMLInputElement>['inputMode'];
  className?: string | undefined;
  /** The earliest valid date. */
  min?: string;
}

/** A text field with label, help and error. Validation is the app's; the browser's own must not block the form. */
export const TextField = ({ label, hint, help, error, placeholder, size, inputRef, className, min, ...rest }: TextFieldProps) => (
  <AriaTextField validationBehavior="aria" {...rest} isInvalid={Boolean(error)} className={classNames(styles.field, className)}>
    <FieldLabel label={label} hint={hint} />
    <Input
      dir="auto"
      ref={inputRef ?? null}
      className={classNames(styles.input, size === 'large' && styles.large)}
      {...(placeholder ? { placeholder } : {})}
      {...(min ? { min } : {})}
    />
    <FieldNotes help={help} error={error} />
  </AriaTextField>
);
