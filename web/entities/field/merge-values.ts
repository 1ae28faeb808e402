import type { FieldValues } from '@countersign/core';
import type { Field, FieldValue } from '#contract/entities/field.ts';
import { isPictureType } from '#contract/entities/field-rules.ts';

function pictureUrl(value: FieldValue): string | null {
  if (typeof value !== 'object' || value === null || !('url' in value)) return null;
  return value.url?.startsWith('data:') ? value.url : null;
}

export function sameValue(a: FieldValue | undefined, b: FieldValue): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b);
}

/** A text, a check mark, or a picture as a data URL. */
function mergeValue(field: Field): FieldValues[string] {
  if (isPictureType(field.type)) {
    const url = pictureUrl(field.value);
    return url ? { bytes: null, url, ref: null, fillType: null } : null;
  }
  return typeof field.value === 'string' || typeof field.value === 'boolean' ? field.value : null;
}

/**
 * Returns the values to write when signing: those that differ from what the document already shows. The signature field
 * gets its picture with the signature.
 */
export function mergeValues(
  fields: readonly Field[],
  before: readonly Field[],
  anchorName: string | null,
): FieldValues {
  const known = new Map(before.map((field) => [field.id, field.value]));
  const values: FieldValues = {};
  for (const field of fields) {
    if (field.fieldName === anchorName || field.type === 'link') continue;
    const value = mergeValue(field);
    if (value === null || sameValue(known.get(field.id), field.value)) continue;
    if (value === '' && !known.get(field.id)) continue;
    values[field.fieldName] = value;
  }
  return values;
}

/** Decodes a base64 data URL. */
export async function pictureBytes(url: string): Promise<Uint8Array> {
  const encoded = url.slice(url.indexOf(',') + 1);
  return Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
}

/** Returns the picture for the visible signature, from the field that carries the signature. */
export function anchorPicture(fields: readonly Field[], anchorName: string): string | null {
  const anchor = fields.find((field) => field.fieldName === anchorName);
  return anchor ? pictureUrl(anchor.value) : null;
}
