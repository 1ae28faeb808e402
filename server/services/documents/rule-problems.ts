/** Checks the rules between fields before a document is sent. What they permit a signer is checked by `contract/entities/signed-content.ts`. */
import type { Engine } from '@countersign/core/node';
import type { Field } from '#contract/entities/field.ts';
import { haveRules, toRuleField } from '#contract/entities/rule-fields.ts';
import { fieldsWithLateInputs, type RuleSigner } from '#contract/entities/rule-inputs.ts';
import type { Problem } from './document-checker.ts';

const problemOf = (field: Field, code: string, message: string): Problem => ({ code, message, field: field.fieldName, page: field.page });

/** Problems of expressions that no value can mend. The others are a matter of what is filled in. */
const lasting: readonly string[] = ['syntax', 'too_complex', 'unknown_function', 'unknown_field', 'cycle'];

/** Rules with which a document is not sent: they can't be evaluated, or would no longer be true when everybody has signed. */
export async function unsendableRules(engine: Engine, fields: readonly Field[], recipients: readonly RuleSigner[]): Promise<Problem[]> {
  if (!haveRules(fields)) return [];
  const outcomes = await engine.applyRules(fields.map((field) => toRuleField(field, field.value)));
  const broken = fields.flatMap((field, index) =>
    (outcomes[index]?.problems ?? []).filter(({ code }) => lasting.includes(code)).map(({ rule, code }) => problemOf(field, 'field_rule', `The ${rule} can't be evaluated: ${code}`)));
  const inputs = new Map(fields.map(({ id }, index) => [id, outcomes[index]?.inputs ?? []]));
  const late = fieldsWithLateInputs(fields, recipients, inputs);
  return [...broken, ...late.map((field) => problemOf(field, 'field_rule_inputs', 'The rule depends on a field that somebody else fills in at the same time or later'))];
}
