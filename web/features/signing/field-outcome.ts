import type { Field } from '#contract/entities/field.ts';
import type { FieldOwner } from '#contract/entities/field-list.ts';
import { availableTo } from '#contract/entities/field-list.ts';

/** What follows from the rules of one field. */
export interface FieldOutcome {
  readonly id: string;
  readonly shown: boolean;
  readonly required: boolean;
  /** The result of a formula; null if the field has none. */
  readonly result: string | null;
}

interface Filled {
  readonly fields: Field[];
  readonly before: readonly Field[];
}

/** A field that a condition hides keeps what was typed, in case it is shown again. */
function withOutcome(field: Field, { shown, required, result }: FieldOutcome, before: Field, isOwn: boolean): Field {
  const hidden = before.hidden || !shown;
  const isRequired = before.required || required;
  const value = result !== null && isOwn ? result : field.value;
  const isSame = field.hidden === hidden && field.required === isRequired && field.value === value;
  return isSame ? field : { ...field, hidden, required: isRequired, value };
}

/** Applies the outcomes of a file's rules. Returns the same array if nothing changes. */
export function withOutcomes({ fields, before }: Filled, outcomes: readonly FieldOutcome[], signer: FieldOwner): Field[] {
  const known = new Map(before.map((field) => [field.id, field]));
  const found = new Map(outcomes.map((outcome) => [outcome.id, outcome]));
  const next = fields.map((field) => {
    const outcome = found.get(field.id);
    return outcome ? withOutcome(field, outcome, known.get(field.id) ?? field, availableTo(field, signer)) : field;
  });
  return next.every((field, index) => field === fields[index]) ? fields : next;
}

/** The fields with the values that they have now, but without what conditions made of them: a place is as the sender wants it. */
export function withoutOutcomes({ fields, before }: Filled): Field[] {
  const known = new Map(before.map((field) => [field.id, field]));
  return fields.map((field) => {
    const { hidden, required } = known.get(field.id) ?? field;
    return field.hidden === hidden && field.required === required ? field : { ...field, hidden, required };
  });
}
