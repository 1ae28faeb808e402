/**
 * Checks what a signer has filled in: that nothing required is left out, and that the values are what the sender and the rules between
 * the fields ask for. Of an ordinary transaction the server does this; of an encrypted one (0085), every reader's browser.
 */
import { isDay, isoDateOf } from '#contract/entities/dates.ts';
import type { Field, TextFormat } from '#contract/entities/field.ts';
import { fillableBy, formatDate, isSamePlace } from '#contract/entities/field-list.ts';
import { isPictureType } from '#contract/entities/field-rules.ts';
import { haveRules, toRuleField, type RuleField } from '#contract/entities/rule-fields.ts';
import { rangeProblem } from '#contract/entities/rules.ts';
import type { AnchorRecipient } from '#contract/entities/signature-anchor.ts';

type Values = ReadonlyMap<string, string | boolean>;

/** A field as the core finds it in the document. */
interface PresentField {
  fieldName?: string | undefined;
  value?: unknown;
  hasAppearance?: boolean | undefined;
}

interface Outcome {
  shown: boolean;
  required: boolean;
  text: string | null;
  finding: string | null;
}

/** What the core computes for it. */
interface ContentCore {
  applyRules(fields: readonly RuleField[]): Promise<readonly Outcome[]>;
  checkText(format: TextFormat, value: string, mode: 'final'): Promise<readonly unknown[]>;
}

interface SignedContent {
  fields: readonly Field[];
  recipients: readonly AnchorRecipient[];
  recipientId: string;
  /** The field that shows the signature; null if it is invisible. */
  anchorId: string | null;
  /** Names of the fields that this signing filled in. */
  filled: ReadonlySet<string>;
  at: Date;
}

interface ContentProblem {
  code: string;
  message: string;
  field: string;
  page: number;
}

const problemOf = (field: Field, code: string, message: string): ContentProblem => ({ code, message, field: field.fieldName, page: field.page });

export async function contentProblems(present: readonly PresentField[], core: ContentCore, { fields, recipients, recipientId, anchorId, filled, at }: SignedContent): Promise<ContentProblem[]> {
  const recipient = recipients.find((each) => each.id === recipientId);
  const own = fields.filter((field) => recipient && field.id !== anchorId && fillableBy(field, recipient));
  const values = valuesOf(present);
  const isFilled = filledIn(present, values, own);
  const outcomes = await ruleOutcomes(core, fields, values);
  const problems: ContentProblem[] = placeProblems(own, values);
  const refuse = (field: Field, code: string, message: string): void => {
    problems.push(problemOf(field, code, message));
  };
  for (const field of own) {
    const value = values.get(field.fieldName);
    const outcome = outcomes.get(field.id);
    problems.push(...ruleProblems(field, value, outcome, { at, isOwn: filled.has(field.fieldName) }));
    const isRequired = (field.required || outcome?.required === true) && outcome?.shown !== false;
    if (isRequired && !isFilled(field)) refuse(field, 'field_empty', 'A required field is empty');
    if (typeof value !== 'string' || value === '') continue;
    if (field.textMaxLength > 0 && [...value].length > field.textMaxLength) refuse(field, 'field_length', `The text has more than ${field.textMaxLength} characters`);
    if (field.autoFill === 'sign_date' && !isToday(value, field, at)) refuse(field, 'field_date', 'The date is not the day of signing');
    // Values that a third-party document had before aren't checked: the signer didn't enter them.
    if (field.type === 'date' && filled.has(field.fieldName) && !isDay(value, field.dateFormat)) refuse(field, 'field_format', 'The calendar has no such day');
    if (field.type !== 'text' || !field.textFormat) continue;
    const findings = await core.checkText(field.textFormat, value, 'final');
    if (findings.length > 0) refuse(field, 'field_format', `The text is not of the form ${field.textFormat}`);
  }
  return problems;
}

/** A picture field counts as filled when its widget has an appearance; of a radio group, one button must be on. */
function filledIn(present: readonly PresentField[], values: Values, fields: readonly Field[]): (field: Field) => boolean {
  const drawn = new Set(present.filter((each) => each.hasAppearance).map((each) => each.fieldName));
  const groups = new Set(fields.filter((each) => each.type === 'radio' && values.get(each.fieldName) === true).map((each) => each.group));
  return (field) => {
    if (isPictureType(field.type)) return drawn.has(field.fieldName);
    if (field.type === 'radio') return groups.has(field.group);
    return Boolean(values.get(field.fieldName));
  };
}

/** Compares by day of UTC, with one day of tolerance: the signer's time zone is unknown. */
function isToday(value: string, field: Field, at: Date): boolean {
  const day = 24 * 60 * 60 * 1000;
  const utc = at.getTime() + at.getTimezoneOffset() * 60_000;
  return [-day, 0, day].some((offset) => formatDate(new Date(utc + offset), field.dateFormat) === value);
}

export function valuesOf(present: readonly PresentField[]): Map<string, string | boolean> {
  const values = new Map<string, string | boolean>();
  for (const { fieldName, value } of present) {
    if (fieldName && (typeof value === 'string' || typeof value === 'boolean')) values.set(fieldName, value);
  }
  return values;
}

/** What follows from the rules of a document with these values, by field. */
async function ruleOutcomes(core: ContentCore, fields: readonly Field[], values: Values): Promise<ReadonlyMap<string, Outcome>> {
  if (!haveRules(fields)) return new Map();
  const outcomes = await core.applyRules(fields.map((field) => toRuleField(field, values.get(field.fieldName))));
  return new Map(fields.flatMap(({ id, rules }, index) => {
    const outcome = rules && outcomes[index];
    return outcome ? [[id, outcome] as const] : [];
  }));
}

/** What a signer's field has that its rules don't permit. `isOwn`: whether this signing filled it in. */
function ruleProblems(field: Field, value: string | boolean | undefined, outcome: Outcome | undefined, { at, isOwn }: { at: Date; isOwn: boolean }): ContentProblem[] {
  const problems: ContentProblem[] = [];
  const text = typeof value === 'string' ? value : '';
  if (outcome && !outcome.shown && (text !== '' || value === true)) problems.push(problemOf(field, 'field_not_shown', 'The field is not part of the document with these values'));
  else if (field.rules?.formula && outcome && outcome.text !== text) problems.push(problemOf(field, 'field_formula', 'The value is not the result of the formula'));
  else if (outcome?.finding) problems.push(problemOf(field, 'field_format', `The number is not of the format of the field: ${outcome.finding}`));
  else if (isOwn && outcome?.text && outcome.text !== text) problems.push(problemOf(field, 'field_format', 'The number is not written in the format of the field'));
  if (isOwn && field.type === 'date') problems.push(...dayProblems(field, text, at));
  if (isOwn && field.options && text !== '' && !field.options.includes(text)) problems.push(problemOf(field, 'field_option', 'The field has no such option'));
  return problems;
}

function dayProblems(field: Field, text: string, at: Date): ContentProblem[] {
  const iso = isoDateOf(text, field.dateFormat);
  if (iso === null || !field.rules?.dates) return [];
  const problem = rangeProblem(iso, field.rules.dates, at.toISOString().slice(0, 10), 1);
  return problem ? [problemOf(field, 'field_range', `The day is outside the range of the field: ${problem}`)] : [];
}

/** Places of one name that show different values. */
function placeProblems(fields: readonly Field[], values: Values): ContentProblem[] {
  const first = new Map<string, Field>();
  return fields.filter(({ dataLabel, type }) => Boolean(dataLabel) && type !== 'radio').flatMap((field) => {
    const known = first.get(field.dataLabel ?? '');
    if (!known) first.set(field.dataLabel ?? '', field);
    const differs = known && isSamePlace(known, field) && values.get(known.fieldName) !== values.get(field.fieldName);
    return differs ? [problemOf(field, 'field_differs', 'Fields of one name must have the same value')] : [];
  });
}
