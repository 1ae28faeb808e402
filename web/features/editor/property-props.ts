import type { Field } from '#contract/entities/field.ts';

/** Props of every property control: the field, and a callback for the changed field. */
export interface PropertyProps {
  field: Field;
  change: (next: Field) => void;
}
