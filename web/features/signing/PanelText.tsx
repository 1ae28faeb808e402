import { useId } from 'react';
import type { KeyboardEvent } from 'react';
import { OptionSelect } from './OptionSelect.tsx';
import type { PanelEntryProps } from './PanelEntry.tsx';
import { notesIdOf, Question } from './Question.tsx';
import { capitalsOf, hasLines, keyboardOf, purposeOf } from './text-kinds.ts';
import { goesOn } from './TextInput.tsx';
import { useTextEntry } from './use-text-entry.ts';
import styles from './signing.module.scss';

/** A text field with a matching keyboard. */
export function PanelText({ stop, field, name, actions }: PanelEntryProps) {
  const id = useId();
  const { text, problem, expected, write, check } = useTextEntry(field, { fileId: stop.fileId, fieldId: field.id });
  const isMultiline = hasLines(field);
  const shared = {
    id,
    className: styles.panelInput,
    value: text,
    'aria-required': field.required,
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': notesIdOf(field),
    'data-input': field.id,
    onBlur: check,
    onKeyDown: (event: KeyboardEvent) => {
      if (!goesOn(event, isMultiline)) return;
      event.preventDefault();
      // The input unmounts before it would blur, so the text is checked here.
      check();
      actions.next();
    },
  };
  const typed = {
    maxLength: field.textMaxLength > 0 ? field.textMaxLength : undefined,
    autoComplete: purposeOf(field),
    autoCapitalize: capitalsOf(field),
  };
  return (
    <Question field={field} name={name} inputId={id} problem={problem} hint={expected}>
      {field.options ? (
        <OptionSelect {...shared} options={field.options} onWrite={write} />
      ) : isMultiline ? (
        <textarea {...shared} {...typed} rows={2} enterKeyHint="enter" onChange={(event) => write(event.target.value)} />
      ) : (
        <input {...shared} {...typed} type="text" enterKeyHint="next" inputMode={keyboardOf(field)} onChange={(event) => write(event.target.value)} />
      )}
    </Question>
  );
}
