import { useDispatch } from 'react-redux';
import type { Field } from '#contract/entities/field.ts';
import { FieldAppearance } from '#web/ui/field/FieldAppearance.tsx';
import { PlaceWords } from './PlaceWords.tsx';
import { signingActions } from './signing.slice.ts';
import type { InputProps } from './TextInput.tsx';
import styles from './signing.module.scss';

interface MarkInputProps extends Omit<InputProps, 'current' | 'onNext'> {
  /** The radio that the Tab key reaches: the chosen one of its group, or else the first. */
  isTabStop?: boolean;
}

/** Radios of a group on one page exclude each other for the device, too, and the arrow keys go between them. */
const groupName = (fileId: string, { group }: Field): { name?: string } => (group ? { name: `${fileId}-${group}` } : {});

/** A checkmark or one of a group: the device's own control, drawn as the page shows it. */
export function MarkInput({ field, place, name, describedBy, isTabStop = true, onFocus }: MarkInputProps) {
  const dispatch = useDispatch();
  const radio = field.type === 'radio';
  return (
    <>
      <label className={styles.mark}>
        <input
          className={styles.markInput}
          type={radio ? 'radio' : 'checkbox'}
          {...(radio ? groupName(place.fileId, field) : { 'aria-required': field.required })}
          aria-label={name}
          aria-describedby={describedBy}
          data-input={field.id}
          tabIndex={isTabStop ? undefined : -1}
          checked={field.value === true}
          onFocus={onFocus}
          onChange={(event) => dispatch(signingActions.markChanged({ ...place, on: event.target.checked }))}
        />
        <FieldAppearance field={field} />
      </label>
      <PlaceWords id={describedBy} field={field} />
    </>
  );
}
