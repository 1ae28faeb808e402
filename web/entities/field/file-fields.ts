import { isDay } from '#contract/entities/dates.ts';
import type { Field } from '#contract/entities/field.ts';
import { createField, defaultPermittedTypes, generateFieldName, isSignedValue } from '#contract/entities/field.ts';
import { isPictureType, normaliseField } from '#contract/entities/field-rules.ts';
import { lengths } from '#contract/limits/lengths.ts';
import { mapInSlices } from '#web/services/slices.ts';

/** A field as the core returns it. Missing properties get the contract's default. */
export type CoreField = Partial<Record<keyof Field, unknown>> & Pick<Field, 'page' | 'rect' | 'type'>;

/** Whether the field is a completed signature, which is shown with the page and validated, not filled. */
export const isSignedField = ({ type, value }: CoreField): boolean => type === 'signature' && isSignedValue(value);

/** Default field, created once: a form may have thousands of fields, and the core's need no validation. */
const defaults = createField({ id: 'default', page: 1, rect: { x: 0, y: 0, width: 0, height: 0 } });

/** Keys copied from the core. Recipients exist in the product, never in the document. */
const keys = (Object.keys(defaults) as (keyof Field)[]).filter((key) => !['id', 'recipient', 'value', 'tooltip'].includes(key));

/** Returns the tooltip as one line of limited length; a third-party document may hold any text. */
function tooltipOf({ tooltip }: CoreField): string | null {
  if (typeof tooltip !== 'string') return null;
  return tooltip.replace(/\s+/gu, ' ').trim().slice(0, lengths.fieldTooltip).replace(/[\ud800-\udbff]$/u, '') || null;
}

/** Returns the value; empty for an invalid date, which stays in the document only. */
const valueOf = ({ type, value, dateFormat }: CoreField): Field['value'] => {
  if (type === 'date' && typeof value === 'string' && !isDay(value, typeof dateFormat === 'string' ? dateFormat : null)) return '';
  // A signed field stays signed. Pictures from the core are drawn with the page.
  const unsigned = isSignedValue(value) || typeof value !== 'object' ? value : null;
  return (unsigned ?? null) as Field['value'];
};

/** Converts a field of the document, or a detected one, to the product's type. */
export function fromCore(field: CoreField, id: string): Field {
  const whole: Record<string, unknown> & Field = { ...defaults, id, value: valueOf(field) };
  for (const key of keys) {
    const given = field[key];
    if (given !== undefined && given !== null) (whole as Record<string, unknown>)[key] = given;
  }
  whole.tooltip = tooltipOf(field);
  const named = whole.fieldName === '' || whole.fieldName === defaults.fieldName;
  return normaliseField(named ? { ...whole, fieldName: generateFieldName(whole) } : whole);
}

const keyOf = (field: Pick<Field, 'fieldName' | 'type' | 'page' | 'rect'>): string =>
  field.type === 'radio'
    ? `${field.fieldName}/${field.page}/${field.rect.x}/${field.rect.y}`
    : field.fieldName;

/**
 * Adds phone capture to a picture field that permits every other way of filling. A document can't know that this
 * installation has phone capture.
 */
function withPhone(field: Field, allowPhoneCapture: boolean): Field {
  if (!allowPhoneCapture || !isPictureType(field.type)) return field;
  const usual = defaultPermittedTypes(field.type);
  const isUsual = usual.length === field.permittedTypes.length && usual.every((each) => field.permittedTypes.includes(each));
  return isUsual ? { ...field, permittedTypes: defaultPermittedTypes(field.type, true) } : field;
}

const WHOLE = 100;

/** False for fields beside the page, which can't be seen, filled or moved, and for signatures without extent. */
function isShown({ type, rect: { x, y, width, height } }: CoreField): boolean {
  const isBeside = x >= WHOLE || y >= WHOLE || x + width < 0 || y + height < 0;
  return !isBeside && (type !== 'signature' || width > 0);
}

const shaped = (field: CoreField, index: number): Field => fromCore(field, String(field.id ?? field.pdfFieldId ?? `file-${index}`));

/** Joins the stored fields of a file, with the document's current values, and the document's own fields, for editor and signing. */
export function joinFields(current: readonly Field[], inFile: readonly CoreField[], allowPhoneCapture = false): Field[] {
  return joined(current, inFile.filter(isShown).map(shaped), allowPhoneCapture);
}

/** As `joinFields`, in slices that keep the browser responsive; `undefined` if the signal aborted it. */
export async function joinFieldsInSlices(current: readonly Field[], inFile: readonly CoreField[], signal: AbortSignal, allowPhoneCapture = false): Promise<Field[] | undefined> {
  const fromFile = await mapInSlices(inFile.filter(isShown), shaped, signal);
  return fromFile && joined(current, fromFile, allowPhoneCapture);
}

function joined(current: readonly Field[], fromFile: readonly Field[], allowPhoneCapture: boolean): Field[] {
  const shown = new Map(fromFile.map((field) => [keyOf(field), field]));
  const known = new Set(current.map(keyOf));
  const updated = current.map((field) => {
    const now = shown.get(keyOf(field));
    if (!now) return field;
    const plain = typeof now.value === 'string' || typeof now.value === 'boolean';
    const tooltip = field.tooltip ?? now.tooltip;
    const { options } = now;
    const isNew = plain || tooltip !== field.tooltip || options !== field.options;
    return isNew ? { ...field, tooltip, options, value: plain ? now.value : field.value } : field;
  });
  const fresh = fromFile.filter((field) => !known.has(keyOf(field))).map((field) => withPhone(field, allowPhoneCapture));
  return [...updated, ...uniqueIds(fresh, new Set(current.map((field) => field.id)))];
}

function uniqueIds(fields: readonly Field[], taken: Set<string>): Field[] {
  return fields.map((field) => {
    let { id } = field;
    for (let number = 2; taken.has(id); number += 1) id = `${field.id}-${number}`;
    taken.add(id);
    return id === field.id ? field : { ...field, id };
  });
}
