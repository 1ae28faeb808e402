import type { Field } from '#contract/entities/field.ts';
import { generateFieldName } from '#contract/entities/field.ts';
import { setType } from '#contract/entities/field-rules.ts';
import { advancedFieldTypes, type Feature } from '#contract/permissions/plan.permissions.ts';

/** One of several to choose from becomes a box by itself. */
function ticked(field: Field): Field {
  const box = setType(field, 'checkmark', []);
  return { ...box, fieldName: generateFieldName(box) };
}

/** A field that was found, as far as the plan goes: a choice becomes a box to tick, and a rule that was guessed is none. */
export function fieldInPlan(field: Field, includes: (feature: Feature) => boolean): Field {
  const placed = advancedFieldTypes.includes(field.type) && !includes('allowAdvancedFields') ? ticked(field) : field;
  return includes('allowFieldsValidations') ? placed : { ...placed, textFormat: null, textMaxLength: 0, comb: false };
}
