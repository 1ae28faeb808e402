import { useDispatch } from 'react-redux';
import type { Field } from '#contract/entities/field.ts';
import { FieldAppearance } from '#web/ui/field/FieldAppearance.tsx';
import { PlaceWords } from './PlaceWords.tsx';
import { signingActions } from './signing.slice.ts';
import type { InputProps } from './TextInput.tsx';
import styles from './signing.module.scss';

interface MarkInputProps extends Omit<InputProps, 'current' | 'onNext'> {
  /** Whether the Tab key reaches this radio button: the selected one of its group, or else the first. */
  isTabStop?: boolean;
}

/**
 * Radio buttons of a group on one page share a native name, so that the browser makes them exclusive and the arrow keys
 * move between them.
 */
const groupName = (fileId: string, { group }: Field): { name?: string } => (group ? { name: `${fileId}-${group}` } : {});

/** A checkbox or radio button: the native control, styled like the page. */
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
