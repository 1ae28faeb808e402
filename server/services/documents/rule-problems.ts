/** Checks the rules between fields: formulas, conditions, numbers, ranges of dates, and names with several places. */
import type { Engine } from '@countersign/core/node';
import { isoDateOf } from '#contract/entities/dates.ts';
import type { Field } from '#contract/entities/field.ts';
import { isSamePlace } from '#contract/entities/field-list.ts';
import { rangeProblem } from '#contract/entities/rules.ts';
import { haveRules, toRuleField } from '#contract/entities/rule-fields.ts';
import { fieldsWithLateInputs, type RuleSigner } from '#contract/entities/rule-inputs.ts';
import type { Problem } from './document-checker.ts';

type Values = ReadonlyMap<string, string | boolean>;
type Outcome = Awaited<ReturnType<Engine['applyRules']>>[number];

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

/** What follows from the rules of a document with these values, by field. */
export async function ruleOutcomes(engine: Engine, fields: readonly Field[], values: Values): Promise<ReadonlyMap<string, Outcome>> {
  if (!haveRules(fields)) return new Map();
  const outcomes = await engine.applyRules(fields.map((field) => toRuleField(field, values.get(field.fieldName))));
  return new Map(fields.flatMap(({ id, rules }, index) => {
    const outcome = rules && outcomes[index];
    return outcome ? [[id, outcome] as const] : [];
  }));
}

/** What a signer's field has that its rules don't permit. `isOwn`: whether this signing filled it in. */
export function ruleProblems(field: Field, value: string | boolean | undefined, outcome: Outcome | undefined, { at, isOwn }: { at: Date; isOwn: boolean }): Problem[] {
  const problems: Problem[] = [];
  const text = typeof value === 'string' ? value : '';
  if (outcome && !outcome.shown && (text !== '' || value === true)) problems.push(problemOf(field, 'field_not_shown', 'The field is not part of the document with these values'));
  else if (field.rules?.formula && outcome && outcome.text !== text) problems.push(problemOf(field, 'field_formula', 'The value is not the result of the formula'));
  else if (outcome?.finding) problems.push(problemOf(field, 'field_format', `The number is not of the format of the field: ${outcome.finding}`));
  else if (isOwn && outcome?.text && outcome.text !== text) problems.push(problemOf(field, 'field_format', 'The number is not written in the format of the field'));
  if (isOwn && field.type === 'date') problems.push(...dayProblems(field, text, at));
  if (isOwn && field.options && text !== '' && !field.options.includes(text)) problems.push(problemOf(field, 'field_option', 'The field has no such option'));
  return problems;
}

function dayProblems(field: Field, text: string, at: Date): Problem[] {
  const iso = isoDateOf(text, field.dateFormat);
  if (iso === null || !field.rules?.dates) return [];
  const problem = rangeProblem(iso, field.rules.dates, at.toISOString().slice(0, 10), 1);
  return problem ? [problemOf(field, 'field_range', `The day is outside the range of the field: ${problem}`)] : [];
}

/** Places of one name that show different values. */
export function placeProblems(fields: readonly Field[], values: Values): Problem[] {
  const first = new Map<string, Field>();
  return fields.filter(({ dataLabel, type }) => Boolean(dataLabel) && type !== 'radio').flatMap((field) => {
    const known = first.get(field.dataLabel ?? '');
    if (!known) first.set(field.dataLabel ?? '', field);
    const differs = known && isSamePlace(known, field) && values.get(known.fieldName) !== values.get(field.fieldName);
    return differs ? [problemOf(field, 'field_differs', 'Fields of one name must have the same value')] : [];
  });
}
