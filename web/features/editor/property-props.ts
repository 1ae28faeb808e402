import type { Field } from '#contract/entities/field.ts';

/** What every control of a property gets: the field, and where the changed one goes. */
export interface PropertyProps {
  field: Field;
  change: (next: Field) => void;
}
