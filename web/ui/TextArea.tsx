import type { TextFieldProps as AriaTextFieldProps } from 'react-aria-components';
import { TextArea as AriaTextArea, TextField as AriaTextField } from 'react-aria-components';
import { classNames } from './class-names.ts';
import type { FieldTexts } from './FieldParts.tsx';
import { FieldLabel, FieldNotes } from './FieldParts.tsx';
import styles from './field.module.scss';

interface TextAreaProps
  extends FieldTexts, Omit<AriaTextFieldProps, 'children' | 'className' | 'style' | 'isInvalid'> {
  rows?: number;
  className?: string | undefined;
}

/** A multi-line text field with label, help and error. */
export const TextArea = ({ label, hint, help, error, rows = 4, className, ...rest }: TextAreaProps) => (
  <AriaTextField validationBehavior="aria" {...rest} isInvalid={Boolean(error)} className={classNames(styles.field, className)}>
    <FieldLabel label={label} hint={hint} />
    <AriaTextArea dir="auto" rows={rows} className={classNames(styles.input, styles.area)} />
    <FieldNotes help={help} error={error} />
  </AriaTextField>
);
