import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { PanelEntryProps } from './PanelEntry.tsx';
import { notesIdOf } from './Question.tsx';
import { signingActions } from './signing.slice.ts';
import styles from './signing.module.scss';

/** A checkbox with its label. */
export function PanelMark({ stop, field, name }: PanelEntryProps) {
  const { t } = useTranslation('signing');
  const dispatch = useDispatch();
  return (
    <div className={styles.question}>
      <label className={styles.panelMark}>
        <input
          type="checkbox"
          aria-required={field.required}
          aria-describedby={notesIdOf(field)}
          data-input={field.id}
          checked={field.value === true}
          onChange={(event) => dispatch(signingActions.markChanged({ fileId: stop.fileId, fieldId: field.id, on: event.target.checked }))}
        />
        <span className={styles.questionName}>
          {name}
          {field.required ? null : <span className={styles.quiet}> · {t('optionalShort')}</span>}
        </span>
      </label>
      <p id={notesIdOf(field)} className={styles.questionNotes}>{field.helpText ?? t('onPage', { page: field.page })}</p>
    </div>
  );
}
