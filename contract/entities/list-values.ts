/**
 * Values of a list that fill fields of a bulk send: the columns beside a person's name and address, by the names of the fields.
 * Browser and server check them with the same rules as what somebody types.
 */
import { z } from 'zod';
import { isDay, isoDateOf } from '#contract/entities/dates.ts';
import { fillsItself, isSigned } from '#contract/entities/field-list.ts';
import type { Field, TextFormat } from '#contract/entities/field.ts';
import { rangeProblem, type NumberFormat } from '#contract/entities/rules.ts';
import { counts } from '#contract/limits/counts.ts';
import { lengths } from '#contract/limits/lengths.ts';

const columnName = z.string().trim().min(1).max(lengths.fieldTooltip);

/** By column. Texts as people write them in the field; of checkboxes, whether they are ticked. */
export const listValues = z.record(columnName, z.union([z.string().min(1).max(lengths.listValue), z.boolean()]))
  .refine((values) => Object.keys(values).length <= counts.listColumns, `Expected ${counts.listColumns} columns at most`);
export type ListValues = z.output<typeof listValues>;
export type ListValue = ListValues[string];

/** The name of a field as people see it: by it a column fills it. */
export const columnNameOf = ({ dataLabel, tooltip, fieldName }: Pick<Field, 'dataLabel' | 'tooltip' | 'fieldName'>): string => (dataLabel ?? tooltip ?? fieldName).trim();

/** Names are the same whatever their case, spaces and punctuation. */
export const columnKey = (name: string): string => name.normalize('NFKC').toLowerCase().replaceAll(/[\p{P}\p{S}\s]+/gu, ' ').trim();

const filledTypes: readonly string[] = ['text', 'date', 'checkmark'];

/** Whether a list can fill the field. */
export const isFilledByList = (field: Field): boolean => filledTypes.includes(field.type) && !field.label && !field.hidden && !isSigned(field) && !fillsItself(field);

/** Why a value does not fit its field. */
export type ListValueProblem = 'wrong_form' | 'too_long' | 'no_option' | 'not_a_date' | 'out_of_range';

/** What the document core checks; each returns a code, or null. */
export interface CoreChecks {
  checkText(format: TextFormat, text: string): Promise<string | null>;
  /** Also refuses a number that is not written as its format says. */
  checkNumber(format: NumberFormat, text: string): Promise<string | null>;
}

function dayProblem({ dateFormat, rules }: Field, text: string, today: string): ListValueProblem | null {
  const iso = isoDateOf(text, dateFormat);
  if (!isDay(text, dateFormat) || iso === null) return 'not_a_date';
  return rules?.dates && rangeProblem(iso, rules.dates, today, 1) ? 'out_of_range' : null;
}

async function textProblem({ textMaxLength, multiline, options, textFormat, rules }: Field, text: string, core: CoreChecks): Promise<ListValueProblem | null> {
  if (textMaxLength > 0 && [...text].length > textMaxLength) return 'too_long';
  if (options && !options.includes(text)) return 'no_option';
  if (!multiline && /[\r\n]/.test(text)) return 'wrong_form';
  const found = rules?.number ? await core.checkNumber(rules.number, text) : textFormat ? await core.checkText(textFormat, text) : null;
  return found === null ? null : 'wrong_form';
}

/** Checks a value as what somebody types into the field is checked. `today`: YYYY-MM-DD. */
export async function listValueProblem(field: Field, value: ListValue, core: CoreChecks, today: string): Promise<ListValueProblem | null> {
  if (field.type === 'checkmark' || typeof value === 'boolean') return field.type === 'checkmark' && typeof value === 'boolean' ? null : 'wrong_form';
  return field.type === 'date' ? dayProblem(field, value, today) : textProblem(field, value, core);
}

/** The field as the list fills it. The document's own fields take over what has changed. */
export function withListValue(field: Field, values: ReadonlyMap<string, ListValue>): Field {
  const value = isFilledByList(field) ? values.get(columnKey(columnNameOf(field))) : undefined;
  return value === undefined ? field : { ...field, value, changed: true };
}

export const listValuesByKey = (values: ListValues): Map<string, ListValue> => new Map(Object.entries(values).map(([name, value]) => [columnKey(name), value]));
