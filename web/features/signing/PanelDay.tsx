import { useId } from 'react';
import { CalendarButton } from './CalendarButton.tsx';
import type { PanelEntryProps } from './PanelEntry.tsx';
import { notesIdOf, Question } from './Question.tsx';
import { goesOn } from './TextInput.tsx';
import { useDayEntry } from './use-day-entry.ts';
import styles from './signing.module.scss';

/** A date: typed, or selected with the device's date picker. */
export function PanelDay({ stop, field, name, actions }: PanelEntryProps) {
  const id = useId();
  const day = useDayEntry(field, { fileId: stop.fileId, fieldId: field.id });
  return (
    <Question field={field} name={name} inputId={id} problem={day.problem} hint={day.understood ?? day.expected}>
      <div className={styles.panelRow}>
        <input
          id={id}
          className={styles.panelInput}
          type="text"
          autoComplete="off"
          enterKeyHint="next"
          aria-required={field.required}
          aria-invalid={day.problem ? true : undefined}
          aria-describedby={notesIdOf(field)}
          data-input={field.id}
          value={day.shown}
          onFocus={day.begin}
          onChange={(event) => day.type(event.target.value)}
          onBlur={day.end}
          onKeyDown={(event) => {
            if (!goesOn(event, false)) return;
            event.preventDefault();
            // The input unmounts before it would blur, so the entry is completed here.
            day.end();
            actions.next();
          }}
        />
        <CalendarButton value={day.iso} onPick={day.pick} />
      </div>
    </Question>
  );
}
