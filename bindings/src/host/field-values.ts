import type { FieldValues } from '../engine.ts';
import { EngineError } from '../errors.ts';

/** Matches escapes of control characters, which no font shows, and of lone surrogates, which the core's strings can't hold. */
const escaped = /\\[bfu]/;

/**
 * Serialises the values as JSON, so that thousands cross the boundary at once. Returns them unchanged if one is an
 * object or contains characters matched by `escaped`.
 */
export function inOneText(given: FieldValues): FieldValues | string {
  if (typeof given !== 'object' || given === null) throw new EngineError('request_validation_error', 'Values are an object: field names and their values');
  const values = withoutUndefined(given);
  for (const value of Object.values(values)) if (typeof value !== 'string' && typeof value !== 'boolean' && value !== null) return values;
  const text = JSON.stringify(values);
  return escaped.test(text) ? values : text;
}

/** A field without a value in the program stays as it is; null clears it. */
function withoutUndefined(values: FieldValues): FieldValues {
  const entries = Object.entries(values);
  const isGiven = ([, value]: [string, unknown]): boolean => value !== undefined;
  return entries.every(isGiven) ? values : Object.fromEntries(entries.filter(isGiven)) as FieldValues;
}
