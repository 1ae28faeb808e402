import type { CSSProperties } from 'react';
import { fontSizeOf, inkOf } from '#web/ui/field/FieldAppearance.tsx';
import { CalendarButton } from './CalendarButton.tsx';
import { PlaceNote } from './PlaceNote.tsx';
import { PlaceWords } from './PlaceWords.tsx';
import type { InputProps } from './TextInput.tsx';
import { goesOn } from './TextInput.tsx';
import { useDayEntry } from './use-day-entry.ts';
import styles from './signing.module.scss';

/** A date field on the page: typed, or selected with the device's date picker. */
export function DateInput({ field, place, name, describedBy, current, onFocus, onNext }: InputProps) {
  const day = useDayEntry(field, place);
  return (
    <>
      <input
        className={styles.input}
        type="text"
        inputMode="text"
        enterKeyHint="next"
        autoComplete="off"
        aria-label={name}
        aria-required={field.required}
        aria-invalid={day.problem ? true : undefined}
        aria-describedby={describedBy}
        data-input={field.id}
        value={day.shown}
        style={{ color: inkOf(field), fontSize: fontSizeOf(field), textAlign: field.textAlign } as CSSProperties}
        onFocus={() => {
          day.begin();
          onFocus();
        }}
        onChange={(event) => day.type(event.target.value)}
        onBlur={day.end}
        onKeyDown={(event) => {
          if (!goesOn(event, false)) return;
          event.preventDefault();
          onNext();
        }}
      />
      {current ? <CalendarButton value={day.iso} onPick={day.pick} isOutside /> : null}
      <PlaceWords id={describedBy} field={field} problem={day.problem} />
      <PlaceNote help={field.helpText} problem={day.problem} hint={day.understood ?? day.expected} current={current} />
    </>
  );
}
