import type { FieldValues } from '../engine.ts';
import { UsageProblem } from './command.ts';

/** Parses VALUES.json: texts, booleans, null, or pictures as `data:` URLs. */
export function valuesFrom(json: unknown): FieldValues {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw new UsageProblem('VALUES must be a JSON object: {"field name": value}');
  for (const [name, value] of Object.entries(json)) {
    if (!isValue(value)) throw new UsageProblem(`The value of ${JSON.stringify(name)} is neither a text, true, false, null nor a picture`);
  }
  return json as FieldValues;
}

function isValue(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  return typeof value === 'object' && 'url' in value && typeof value.url === 'string';
}
