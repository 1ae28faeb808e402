/** Fillable fields without a recipient. They must be assigned before a transaction is sent. */
import type { Field, FieldRecipient } from '#contract/entities/field.ts';
import { fillableBy, isRecipientSet } from '#contract/entities/field-list.ts';

const nobody = {};

/** Whether the field is fillable and has no recipient. Fixed texts, hidden fields, links and completed signatures need none. */
export const isUnassigned = (field: Field): boolean => !isRecipientSet(field.recipient) && fillableBy(field, nobody);

/** Assigns every unassigned field to this recipient; returns the same array if there is none. */
export function assigned(fields: Field[], to: FieldRecipient): Field[] {
  if (!fields.some(isUnassigned)) return fields;
  return fields.map((field) => (isUnassigned(field) ? { ...field, recipient: to } : field));
}
