/** Input of the core's rules for the fields of a document, the same in browser and server. */
import { isoDateOf } from '#contract/entities/dates.ts';
import type { Field, FieldValue } from '#contract/entities/field.ts';
import { isPictureType } from '#contract/entities/field-rules.ts';
import type { NumberFormat } from '#contract/entities/rules.ts';

/** The format of a number as the core takes it. */
type CoreNumberFormat = Omit<NumberFormat, 'currency' | 'min' | 'max'> & { min?: string; max?: string };

/** A field and its rules as the core takes them. */
export interface RuleField {
  name: string;
  value?: string | boolean;
  option?: string;
  number?: CoreNumberFormat;
  formula?: string;
  shownWhen?: string;
  requiredWhen?: string;
}

/** Whether the values of these fields depend on rules that the core evaluates. */
export const haveRules = (fields: readonly Field[]): boolean => fields.some(({ rules }) => Boolean(rules));

/** The option that a radio button stands for. */
const optionOf = ({ exportValue, tooltip, id }: Pick<Field, 'exportValue' | 'tooltip' | 'id'>): string => exportValue ?? tooltip ?? id;

/** Leaves out what is null: the core knows missing properties only. */
const set = <Value>(properties: { [Name in keyof Value]: Value[Name] | null | undefined }): Value =>
  Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== null && value !== undefined)) as Value;

export const toCoreNumber = ({ decimals, decimalSign, grouping, prefix, suffix, min, max }: NumberFormat): CoreNumberFormat =>
  set<CoreNumberFormat>({ decimals, decimalSign, grouping, prefix, suffix, min, max });

/** A date is compared as YYYY-MM-DD. A picture has no value: the server sees only that the field is drawn. */
function ruleValue({ type, dateFormat }: Field, value: FieldValue | undefined): string | boolean | undefined {
  if (value === null || typeof value === 'object' || isPictureType(type)) return undefined;
  return type === 'date' && typeof value === 'string' ? (isoDateOf(value, dateFormat) ?? value) : value;
}

/** Returns what the core needs of a field with this value. */
export function toRuleField(field: Field, value: FieldValue | undefined): RuleField {
  const { number = null, formula, shownWhen, requiredWhen } = field.rules ?? {};
  return set<RuleField>({
    name: field.dataLabel ?? '',
    value: ruleValue(field, value),
    option: field.type === 'radio' ? optionOf(field) : null,
    number: number && toCoreNumber(number),
    formula,
    shownWhen,
    requiredWhen,
  });
}
