import type { CSSProperties, KeyboardEvent } from 'react';
import type { Field } from '#contract/entities/field.ts';
import { combCellsOf, combFontSizeOf, fontSizeOf } from '#web/ui/field/FieldAppearance.tsx';
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
  /** What readers say. */
  name: string;
  /** The id of what else they say: whether it is required, its page, what is expected. */
  describedBy: string;
  current: boolean;
  onFocus: () => void;
  /** The Enter key goes on to the next place. */
  onNext: () => void;
}

/** Enter goes on; in several lines it begins another, and goes on with Ctrl or Cmd. */
export const goesOn = (event: KeyboardEvent, isMultiline: boolean): boolean =>
  event.key === 'Enter' && !event.nativeEvent.isComposing && (!isMultiline || event.ctrlKey || event.metaKey);

/** One letter a cell: letters of one width, spaced to the width of a cell. */
function combStyle(cells: number): CSSProperties {
  return { fontSize: combFontSizeOf(cells), '--cell': `calc(100cqw / ${cells})` } as CSSProperties;
}

/** Writing straight onto the page. */
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
    style: cells ? combStyle(cells) : ({ fontSize: fontSizeOf(field), textAlign: field.textAlign } as CSSProperties),
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
      <PlaceNote problem={problem} hint={expected} current={current} />
    </>
  );
}
