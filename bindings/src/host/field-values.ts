import type { FieldValues } from '../engine.ts';

/** Control characters, which no font shows as they are, and halves of characters, which the core's texts can't hold. */
const escaped = /\\[bfu]/;

/** Values as JSON, in which thousands cross the boundary at once; as they are where one of them is more than a word. */
export function inOneText(values: FieldValues): FieldValues | string {
  for (const value of Object.values(values)) if (typeof value !== 'string' && typeof value !== 'boolean' && value !== null) return values;
  const text = JSON.stringify(values);
  return escaped.test(text) ? values : text;
}
