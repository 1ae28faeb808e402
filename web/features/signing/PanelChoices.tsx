import { useDispatch } from 'react-redux';
import type { PanelEntryProps } from './PanelEntry.tsx';
import { useChoiceName } from './place-names.ts';
import { notesIdOf, Question, questionIdOf } from './Question.tsx';
import { signingActions } from './signing.slice.ts';
import styles from './signing.module.scss';

/** The options of a radio group in a column. */
export function PanelChoices({ stop, field, choices, name }: PanelEntryProps) {
  const dispatch = useDispatch();
  const choiceName = useChoiceName();
  const { id: tabStop } = choices.find(({ value }) => value === true) ?? field;
  return (
    <Question field={field} name={name}>
      <div role="radiogroup" aria-labelledby={questionIdOf(field)} aria-describedby={notesIdOf(field)} aria-required={field.required} className={styles.panelChoices}>
        {choices.map((choice) => {
          const place = { fileId: stop.fileId, fieldId: choice.id };
          return (
            <label key={choice.id} className={styles.panelMark}>
              <input
                type="radio"
                name={`panel-${stop.fileId}-${stop.fieldId}`}
                {...(choice.id === tabStop ? { 'data-input': choice.id } : {})}
                checked={choice.value === true}
                onChange={(event) => dispatch(signingActions.markChanged({ ...place, on: event.target.checked }))}
              />
              {choiceName(place, choice)}
            </label>
          );
        })}
      </div>
    </Question>
  );
}
