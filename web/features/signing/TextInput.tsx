import type { CSSProperties, KeyboardEvent } from 'react';
import type { Field } from '#contract/entities/field.ts';
import { combCellsOf, combFontSizeOf, fontSizeOf, inkOf } from '#web/ui/field/FieldAppearance.tsx';
import { OptionSelect } from './OptionSelect.tsx';
import { PlaceNote } from './PlaceNote.tsx';
import { PlaceWords } from './PlaceWords.tsx';
import type { FieldRef } from './signing.slice.ts';
import { capitalsOf, hasLines, keyboardOf, purposeOf } from './text-kinds.ts';
import { useTextEntry } from './use-text-entry.ts';
import styles from './signing.module.scss';

export interface InputProps {
  field: Field;
  place: FieldRef;
  /** Accessible name. */
  name: string;
  /** Id of the description: whether it is required, its page, the expected format. */
  describedBy: string;
  current: boolean;
  onFocus: () => void;
  /** Called on Enter, to go to the next field. */
  onNext: () => void;
}

/** Whether a key goes to the next field: Enter, or in multi-line fields Ctrl+Enter or Cmd+Enter. */
export const goesOn = (event: KeyboardEvent, isMultiline: boolean): boolean =>
  event.key === 'Enter' && !event.nativeEvent.isComposing && (!isMultiline || event.ctrlKey || event.metaKey);

/** Comb style: monospaced characters, spaced to the width of a cell. */
function combStyle(cells: number): CSSProperties {
  return { fontSize: combFontSizeOf(cells), '--cell': `calc(100cqw / ${cells})` } as CSSProperties;
}

/** A text input on the page. */
export function TextInput({ field, place, name, describedBy, current, onFocus, onNext }: InputProps) {
  const { text, problem, expected, write, check } = useTextEntry(field, place);
  const cells = combCellsOf(field);
  const isMultiline = hasLines(field);
  const shared = {
    className: styles.input,
    dir: 'auto',
    'aria-label': name,
    'aria-required': field.required,
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': describedBy,
    'data-input': field.id,
    'data-comb': cells ? true : undefined,
    value: text,
    onFocus,
    onBlur: check,
    onKeyDown: (event: KeyboardEvent) => {
      if (!goesOn(event, isMultiline)) return;
      event.preventDefault();
      onNext();
    },
    style: { color: inkOf(field), ...(cells ? combStyle(cells) : ({ fontSize: fontSizeOf(field), textAlign: field.textAlign } as CSSProperties)) },
  };
  const typed = {
    maxLength: field.textMaxLength > 0 ? field.textMaxLength : undefined,
    autoComplete: purposeOf(field),
    autoCapitalize: capitalsOf(field),
  };
  return (
    <>
      {field.options ? (
        <OptionSelect {...shared} options={field.options} onWrite={write} />
      ) : isMultiline ? (
        <textarea {...shared} {...typed} enterKeyHint="enter" onChange={(event) => write(event.target.value)} />
      ) : (
        <input {...shared} {...typed} type="text" enterKeyHint="next" inputMode={keyboardOf(field)} onChange={(event) => write(event.target.value)} />
      )}
      <PlaceWords id={describedBy} field={field} problem={problem} />
      <PlaceNote help={field.helpText} problem={problem} hint={expected} current={current} />
    </>
  );
}
