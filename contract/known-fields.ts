/** Finds the fields of a value that a schema defines, at any depth. The server rejects unknown fields; the web app drops them. */
import { z } from 'zod';

export type FieldPath = readonly (string | number)[];

/** Unwraps optional, nullable, default and pipe schemas. */
export function bare(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodPipe) return bare(schema.in as z.ZodType);
  const wrapped = schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault;
  return wrapped ? bare(schema.unwrap() as z.ZodType) : schema;
}

type Fields = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
const elementOf = (schema: z.ZodArray): z.ZodType => schema.element as z.ZodType;

/** Whether an object schema allows unknown keys, as for browser-generated objects. */
const isOpen = ({ def }: z.ZodObject): boolean => def.catchall !== undefined && !(def.catchall instanceof z.ZodNever);

/** Whether the value has the kind (object or array) that the schema describes. */
function concerns(schema: z.ZodType, value: unknown): boolean {
  const known = bare(schema);
  if (known instanceof z.ZodUnion) return known.options.some((option) => concerns(option as z.ZodType, value));
  return isObject(value) ? known instanceof z.ZodObject : Array.isArray(value) && known instanceof z.ZodArray;
}

/** Picks the option of a union with the fewest unknown fields. Undefined if no option has fields. */
function formFor(union: z.ZodUnion, value: unknown): z.ZodType | undefined {
  const fitting = union.options.map((option) => option as z.ZodType).filter((option) => concerns(option, value));
  const forms = fitting.map((option) => ({ option, unknown: unknownFields(option, value).length }));
  return forms.toSorted((a, b) => a.unknown - b.unknown)[0]?.option;
}

/** Returns the paths of fields that the schema does not define. */
export function unknownFields(schema: z.ZodType, value: unknown, path: FieldPath = []): FieldPath[] {
  // Fast path: most values are primitives, and there may be a hundred thousand of them.
  if (typeof value !== 'object' || value === null) return [];
  const known = bare(schema);
  if (known instanceof z.ZodUnion) {
    const form = formFor(known, value);
    return form ? unknownFields(form, value, path) : [];
  }
  if (known instanceof z.ZodArray && Array.isArray(value)) return value.flatMap((each, index) => unknownFields(elementOf(known), each, [...path, index]));
  if (!(known instanceof z.ZodObject) || !isObject(value)) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    Object.hasOwn(known.shape, key) ? unknownFields(known.shape[key] as z.ZodType, each, [...path, key]) : isOpen(known) ? [] : [[...path, key]]);
}

/** The maximum length of an array schema; undefined if it has none. */
export function mostElements({ def }: z.ZodArray): number | undefined {
  const limits = (def.checks ?? []).map(({ _zod }) => _zod.def as { check: string; maximum?: number });
  return limits.find(({ check }) => check === 'max_length')?.maximum;
}

/** Returns the path of the first list that is too long, or null. Builds the path only when one is found. */
export function overlongList(schema: z.ZodType, value: unknown): FieldPath | null {
  if (typeof value !== 'object' || value === null) return null;
  const known = bare(schema);
  if (known instanceof z.ZodUnion) return firstOverlong(known.options.entries(), ([, option]) => (concerns(option as z.ZodType, value) ? overlongList(option as z.ZodType, value) : null));
  if (known instanceof z.ZodArray && Array.isArray(value)) {
    if (value.length > (mostElements(known) ?? Infinity)) return [];
    return firstOverlong(value.entries(), ([index, each]) => below(index, overlongList(elementOf(known), each)));
  }
  if (!(known instanceof z.ZodObject) || !isObject(value)) return null;
  return firstOverlong(Object.entries(known.shape), ([key, each]) => below(key, overlongList(each as z.ZodType, value[key])));
}

const below = (step: string | number, path: FieldPath | null): FieldPath | null => path && [step, ...path];

function firstOverlong<Part>(parts: Iterable<Part>, look: (part: Part) => FieldPath | null): FieldPath | null {
  for (const part of parts) {
    const found = look(part);
    if (found) return found;
  }
  return null;
}

/** Whether the schema defines a field at this path. */
export function namesField(schema: z.ZodType, [step, ...rest]: FieldPath): boolean {
  if (step === undefined) return true;
  const known = bare(schema);
  if (known instanceof z.ZodUnion) return known.options.some((option) => namesField(option as z.ZodType, [step, ...rest]));
  if (known instanceof z.ZodArray) return namesField(elementOf(known), rest);
  return known instanceof z.ZodObject && Object.hasOwn(known.shape, step) && namesField(known.shape[step] as z.ZodType, rest);
}

/** Returns the value without the fields that the schema does not define. */
export function withoutUnknown(schema: z.ZodType, value: unknown): unknown {
  const known = bare(schema);
  if (known instanceof z.ZodUnion) {
    const form = formFor(known, value);
    return form ? withoutUnknown(form, value) : value;
  }
  if (known instanceof z.ZodArray && Array.isArray(value)) return value.map((each) => withoutUnknown(elementOf(known), each));
  if (!(known instanceof z.ZodObject) || !isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([key, each]) => {
    if (Object.hasOwn(known.shape, key)) return [[key, withoutUnknown(known.shape[key] as z.ZodType, each)]];
    return isOpen(known) ? [[key, each]] : [];
  }));
}
