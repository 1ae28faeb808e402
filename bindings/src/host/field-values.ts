import type { FieldValues } from '../engine.ts';

/** Matches escapes of control characters, which no font shows, and of lone surrogates, which the core's strings can't hold. */
const escaped = /\\[bfu]/;

/**
 * Serialises the values as JSON, so that thousands cross the boundary at once. Returns them unchanged if one is an
 * object or contains characters matched by `escaped`.
 */
export function inOneText(values: FieldValues): FieldValues | string {
  for (const value of Object.values(values)) if (typeof value !== 'string' && typeof value !== 'boolean' && value !== null) return values;
  const text = JSON.stringify(values);
  return escaped.test(text) ? values : text;
}
