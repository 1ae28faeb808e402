import type { Field, FieldValue } from '#contract/entities/field.ts';
import { isPictureType } from '#contract/entities/field-rules.ts';

/** A value as the core merges it: a text, a mark, or a picture by its data address. */
export type MergeValue = string | boolean | { bytes: null; url: string; ref: null; fillType: null };

function pictureUrl(value: FieldValue): string | null {
  if (typeof value !== 'object' || value === null || !('url' in value)) return null;
  return value.url?.startsWith('data:') ? value.url : null;
}

function sameValue(a: FieldValue | undefined, b: FieldValue): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b);
}

function mergeValue(field: Field): MergeValue | null {
  if (isPictureType(field.type)) {
    const url = pictureUrl(field.value);
    return url ? { bytes: null, url, ref: null, fillType: null } : null;
  }
  return typeof field.value === 'string' || typeof field.value === 'boolean' ? field.value : null;
}

/**
 * What a signing fills: the fields whose value differs from what the document
 * shows already. The signature field itself gets its picture with the signature.
 */
export function mergeValues(
  fields: readonly Field[],
  before: readonly Field[],
  anchorName: string | null,
): Record<string, MergeValue> {
  const known = new Map(before.map((field) => [field.id, field.value]));
  const values: Record<string, MergeValue> = {};
  for (const field of fields) {
    if (field.fieldName === anchorName || field.type === 'link') continue;
    const value = mergeValue(field);
    if (value === null || sameValue(known.get(field.id), field.value)) continue;
    if (value === '' && !known.get(field.id)) continue;
    values[field.fieldName] = value;
  }
  return values;
}

/** The bytes behind a data address. */
export async function pictureBytes(url: string): Promise<Uint8Array> {
  const encoded = url.slice(url.indexOf(',') + 1);
  return Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
}

/** The picture for the visible signature: the one in the field that carries it. */
export function anchorPicture(fields: readonly Field[], anchorName: string): string | null {
  const anchor = fields.find((field) => field.fieldName === anchorName);
  return anchor ? pictureUrl(anchor.value) : null;
}
