import type { Field } from '#contract/entities/field.ts';
import type { NumberFormat } from '#contract/entities/rules.ts';
import { haveRules, toCoreNumber, toRuleField } from '#contract/entities/rule-fields.ts';
import type { RuleInputs } from '#contract/entities/rule-inputs.ts';
import type { TextProblem } from './text-check.service.ts';
import { problemOf } from './text-check.service.ts';
import { withEngine } from './engine.service.ts';

/** Evaluates the rules of all fields of a document; one outcome per field. */
export const applyRules = (fields: readonly Field[]) => withEngine((engine) => engine.applyRules(fields.map((field) => toRuleField(field, field.value))), 'calculation');

/** The names to which the expressions of the fields refer. */
export async function ruleInputsOf(fields: readonly Field[]): Promise<RuleInputs> {
  if (!haveRules(fields)) return new Map();
  const outcomes = await applyRules(fields);
  return new Map(fields.map(({ id }, index) => [id, outcomes[index]?.inputs ?? []]));
}

/** Checks a number against its format. `typing` accepts a beginning that can still become valid. */
export async function checkNumber(format: NumberFormat, text: string, mode: 'typing' | 'final' = 'typing'): Promise<TextProblem | null> {
  if (text === '') return null;
  const code = await withEngine((engine) => engine.checkNumber(toCoreNumber(format), text, mode), 'calculation');
  return code === null ? null : problemOf(code);
}

/** Returns a number as its format writes it; the text itself if it is no number. */
export async function writtenNumber(format: NumberFormat, text: string): Promise<string> {
  const [outcome] = await withEngine((engine) => engine.applyRules([{ value: text, number: toCoreNumber(format) }]), 'calculation');
  return outcome?.text ?? text;
}
