import { isDay } from '#contract/entities/dates.ts';
import type { Field } from '#contract/entities/field.ts';
import { createField, generateFieldName } from '#contract/entities/field.ts';
import { normaliseField } from '#contract/entities/field-rules.ts';
import { mapInSlices } from '#web/services/slices.ts';

/** A field as the core tells it; what it leaves out gets the contract's default. */
export type CoreField = Partial<Record<keyof Field, unknown>> & Pick<Field, 'page' | 'rect' | 'type'>;

/** Defaults of a field, made once: a form may have thousands, and the core's own need no checking. */
const defaults = createField({ id: 'default', page: 1, rect: { x: 0, y: 0, width: 0, height: 0 } });

/** A place that is signed stays signed; pictures of the core are drawn by the page. */
const isSignedValue = (value: unknown): boolean => typeof value === 'object' && value !== null && 'signatureId' in value;

/** Whom a field is for is said in the product, never in the document. */
const keys = (Object.keys(defaults) as (keyof Field)[]).filter((key) => key !== 'id' && key !== 'recipient' && key !== 'value');

/** What a foreign document calls a date and the calendar does not have stays in that document. */
const valueOf = ({ type, value, dateFormat }: CoreField): Field['value'] => {
  if (type === 'date' && typeof value === 'string' && !isDay(value, typeof dateFormat === 'string' ? dateFormat : null)) return '';
  const kept = isSignedValue(value) || typeof value !== 'object' ? value : null;
  return (kept ?? null) as Field['value'];
};

/** A field of the document itself, or one that was detected, in the product's own shape. */
export function fromCore(field: CoreField, id: string): Field {
  const whole: Record<string, unknown> & Field = { ...defaults, id, value: valueOf(field) };
  for (const key of keys) {
    const given = field[key];
    if (given !== undefined && given !== null) (whole as Record<string, unknown>)[key] = given;
  }
  const named = whole.fieldName === '' || whole.fieldName === defaults.fieldName;
  return normaliseField(named ? { ...whole, fieldName: generateFieldName(whole) } : whole);
}

const keyOf = (field: Pick<Field, 'fieldName' | 'type' | 'page' | 'rect'>): string =>
  field.type === 'radio'
    ? `${field.fieldName}/${field.page}/${field.rect.x}/${field.rect.y}`
    : field.fieldName;

const isShown = (field: CoreField): boolean => field.type !== 'signature' || field.rect.width > 0;

const shaped = (field: CoreField, index: number): Field => fromCore(field, String(field.id ?? field.pdfFieldId ?? `file-${index}`));

/**
 * The fields of a file as the editor and the signer see them: those that are kept
 * with it, with the values the document shows now, and those the document had from
 * the beginning.
 */
export function joinFields(kept: readonly Field[], inFile: readonly CoreField[]): Field[] {
  return joined(kept, inFile.filter(isShown).map(shaped));
}

/** The same for thousands of fields while the browser goes on answering; `undefined` when the signal ended it. */
export async function joinFieldsInSlices(kept: readonly Field[], inFile: readonly CoreField[], signal: AbortSignal): Promise<Field[] | undefined> {
  const fromFile = await mapInSlices(inFile.filter(isShown), shaped, signal);
  return fromFile && joined(kept, fromFile);
}

function joined(kept: readonly Field[], fromFile: readonly Field[]): Field[] {
  const shown = new Map(fromFile.map((field) => [keyOf(field), field]));
  const known = new Set(kept.map(keyOf));
  const updated = kept.map((field) => {
    const now = shown.get(keyOf(field));
    const plain = typeof now?.value === 'string' || typeof now?.value === 'boolean';
    return plain && now ? { ...field, value: now.value } : field;
  });
  const fresh = fromFile.filter((field) => !known.has(keyOf(field)));
  return [...updated, ...uniqueIds(fresh, new Set(kept.map((field) => field.id)))];
}

function uniqueIds(fields: readonly Field[], taken: Set<string>): Field[] {
  return fields.map((field) => {
    let { id } = field;
    for (let number = 2; taken.has(id); number += 1) id = `${field.id}-${number}`;
    taken.add(id);
    return id === field.id ? field : { ...field, id };
  });
}
