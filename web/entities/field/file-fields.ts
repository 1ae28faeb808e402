import type { Field, FieldInput } from '#contract/entities/field.ts';
import { createField } from '#contract/entities/field.ts';
import { normaliseField } from '#contract/entities/field-rules.ts';

/** A field as the core tells it; what it leaves out gets the contract's default. */
export type CoreField = Partial<Record<keyof Field, unknown>> & Pick<Field, 'page' | 'rect' | 'type'>;

function withoutNothing(field: CoreField): Record<string, unknown> {
  return Object.fromEntries(Object.entries(field).filter(([, value]) => value !== undefined));
}

/** A field of the document itself, or one that was detected, in the product's own shape. */
export function fromCore(field: CoreField, id: string): Field {
  const plain = withoutNothing(field);
  const value = typeof plain['value'] === 'object' ? null : plain['value'];
  const { recipient: _, ...rest } = plain;
  return normaliseField(createField({ ...rest, value, id } as FieldInput));
}

const keyOf = (field: Pick<Field, 'fieldName' | 'type' | 'page' | 'rect'>): string =>
  field.type === 'radio'
    ? `${field.fieldName}/${field.page}/${field.rect.x}/${field.rect.y}`
    : field.fieldName;

/**
 * The fields of a file as the editor and the signer see them: those that are kept
 * with it, with the values the document shows now, and those the document had from
 * the beginning.
 */
export function joinFields(kept: readonly Field[], inFile: readonly CoreField[]): Field[] {
  const fromFile = inFile
    .filter((field) => field.type !== 'signature' || field.rect.width > 0)
    .map((field, index) => fromCore(field, String(field.id ?? field.pdfFieldId ?? `file-${index}`)));
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
