import type { Field } from '#contract/entities/field.ts';

/**
 * The fields of the editor before they are filled in: each as it was placed, with the value that the document shows. What
 * is not in the document yet has none. Conditions start from these, and only values that differ from them are written.
 */
export function shownBefore(placed: readonly Field[], inFile: readonly Field[]): Field[] {
  const values = new Map(inFile.map(({ id, value }) => [id, value]));
  return placed.map((field) => ({ ...field, value: values.get(field.id) ?? null }));
}
