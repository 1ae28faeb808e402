import { useDispatch } from 'react-redux';
import { FieldFace } from '#web/ui/field/FieldFace.tsx';
import { signingActions } from './signing.slice.ts';
import type { InputProps } from './TextInput.tsx';
import styles from './signing.module.scss';

/** A checkmark or one of a group: the device's own control, drawn as the page shows it. */
export function MarkInput({ field, place, name, onFocus }: InputProps) {
  const dispatch = useDispatch();
  const radio = field.type === 'radio';
  return (
    <label className={styles.mark}>
      <input
        className={styles.markInput}
        type={radio ? 'radio' : 'checkbox'}
        {...(radio && field.group ? { name: `${place.fileId}-${field.group}` } : {})}
        aria-label={name}
        aria-required={field.required}
        data-input={field.id}
        checked={field.value === true}
        onFocus={onFocus}
        onChange={(event) => dispatch(signingActions.markChanged({ ...place, on: event.target.checked }))}
      />
      <FieldFace field={field} />
    </label>
  );
}
