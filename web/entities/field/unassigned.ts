/** Fields that are to be filled and have no owner yet: whose they become is settled before a request is sent. */
import type { Field, FieldRecipient } from '#contract/entities/field.ts';
import { fillableBy, isRecipientSet } from '#contract/entities/field-list.ts';

const nobody = {};

/** Is it meant to be filled, and by nobody in particular? Fixed texts, hidden fields, links and signed signatures ask nobody. */
export const isUnassigned = (field: Field): boolean => !isRecipientSet(field.recipient) && fillableBy(field, nobody);

/** The fields with every unassigned one given to this recipient; the same array when there is none. */
export function assigned(fields: Field[], to: FieldRecipient): Field[] {
  if (!fields.some(isUnassigned)) return fields;
  return fields.map((field) => (isUnassigned(field) ? { ...field, recipient: to } : field));
}
