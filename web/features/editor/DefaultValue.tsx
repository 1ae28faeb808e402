import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { dayOf } from '#contract/entities/dates.ts';
import { formatDate, setChecked } from '#contract/entities/field-list.ts';
import { TextField } from '#web/ui/TextField.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { selectFields } from './editor.selectors.ts';
import { editorActions } from './editor.slice.ts';
import type { PropertyProps } from './property-props.ts';

/** The day that a date field has before the recipient fills it in. */
export function DefaultDay({ field, change }: PropertyProps) {
  const { t } = useTranslation('rules');
  const iso = typeof field.value === 'string' ? dayOf(field.value, field.dateFormat) : null;
  return (
    <TextField
      label={t('defaultValue')}
      type="date"
      isDisabled={field.autoFill !== null}
      value={iso ?? ''}
      onChange={(day) => change({ ...field, value: day === '' ? '' : formatDate(new Date(`${day}T12:00:00`), field.dateFormat) })}
    />
  );
}

/** Whether a checkbox or radio button is on before the recipient fills it in. */
export function DefaultMark({ field }: Pick<PropertyProps, 'field'>) {
  const { t } = useTranslation('rules');
  const dispatch = useDispatch();
  const fields = useSelector(selectFields);
  const set = (on: boolean): void => {
    const next = setChecked(fields, field.id, on).filter((each, index) => each.value !== fields[index]?.value);
    dispatch(editorActions.fieldsChanged(next.map((each) => ({ ...each, changed: true }))));
  };
  return (
    <Checkbox isSelected={field.value === true} onChange={set}>
      {t('selectedBefore')}
    </Checkbox>
  );
}
