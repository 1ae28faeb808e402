import { FieldError, Label, Text } from 'react-aria-components';
import styles from './field.module.scss';

export interface FieldTexts {
  label: string;
  /** Shown after the label, e.g. "optional". */
  hint?: string | undefined;
  help?: string | undefined;
  /** Shown beside the input. */
  error?: string | undefined;
}

export const FieldLabel = ({ label, hint }: Pick<FieldTexts, 'label' | 'hint'>) => (
  <Label className={styles.label ?? ''}>
    {label}
    {hint ? <span className={styles.optional}> · {hint}</span> : null}
  </Label>
);

export const FieldNotes = ({ help, error }: Pick<FieldTexts, 'help' | 'error'>) => (
  <>
    {help && !error ? (
      <Text slot="description" className={styles.help ?? ''}>
        {help}
      </Text>
    ) : null}
    <FieldError className={styles.error ?? ''}>{error}</FieldError>
  </>
);
