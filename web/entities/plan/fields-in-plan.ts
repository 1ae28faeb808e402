import type { Field } from '#contract/entities/field.ts';
import { generateFieldName } from '#contract/entities/field.ts';
import { setType } from '#contract/entities/field-rules.ts';
import { advancedFieldTypes, type Feature } from '#contract/permissions/plan.permissions.ts';

/** Turns a radio button into an independent checkbox. */
function ticked(field: Field): Field {
  const box = setType(field, 'checkmark', []);
  return { ...box, fieldName: generateFieldName(box) };
}

/** Reduces a detected field to what the plan includes: a radio button becomes a checkbox, and guessed rules are dropped. */
export function fieldInPlan(field: Field, includes: (feature: Feature) => boolean): Field {
  const placed = advancedFieldTypes.includes(field.type) && !includes('allowAdvancedFields') ? ticked(field) : field;
  return includes('allowFieldsValidations') ? placed : { ...placed, textFormat: null, textMaxLength: 0, comb: false };
}
