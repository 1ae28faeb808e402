import type { Field } from '#contract/entities/field.ts';
import type { FieldOwner } from '#contract/entities/field-list.ts';
import { haveRules } from '#contract/entities/rule-fields.ts';
import { applyRules } from '#web/services/engine/core/rules.service.ts';
import type { FieldOutcome } from './field-outcome.ts';
import { withOutcomes } from './field-outcome.ts';
import type { SigningFile } from './signing.slice.ts';

/** The outcomes for the fields that have rules. */
export async function outcomesOf(fields: readonly Field[]): Promise<FieldOutcome[]> {
  const outcomes = await applyRules(fields);
  return fields.flatMap(({ id, rules }, index) => {
    const outcome = outcomes[index];
    return rules && outcome ? [{ id, shown: outcome.shown, required: outcome.required, result: rules.formula === null ? null : outcome.text }] : [];
  });
}

/** The file with what follows from its rules for the values that it has. */
export async function withRules<File extends SigningFile>(file: File, signer: FieldOwner): Promise<File> {
  return haveRules(file.fields) ? { ...file, fields: withOutcomes(file, await outcomesOf(file.fields), signer) } : file;
}
