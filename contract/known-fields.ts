/** Which fields of a value a schema knows, however deep they stand: the server refuses the others, the web app leaves them out. */
import { z } from 'zod';

export type FieldPath = readonly (string | number)[];

/** What the schema says of a value, out of what it may be wrapped in. */
export function bare(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodPipe) return bare(schema.in as z.ZodType);
  const wrapped = schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault;
  return wrapped ? bare(schema.unwrap() as z.ZodType) : schema;
}

type Fields = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
const elementOf = (schema: z.ZodArray): z.ZodType => schema.element as z.ZodType;

/** Objects that may hold more than is named, as browsers give them. */
const isOpen = ({ def }: z.ZodObject): boolean => def.catchall !== undefined && !(def.catchall instanceof z.ZodNever);

/** Whether values of this shape are of the kind that a schema is about. */
function concerns(schema: z.ZodType, value: unknown): boolean {
  const known = bare(schema);
  if (known instanceof z.ZodUnion) return known.options.some((option) => concerns(option as z.ZodType, value));
  return isObject(value) ? known instanceof z.ZodObject : Array.isArray(value) && known instanceof z.ZodArray;
}

/** Of several forms, the one that leaves the least unexplained is meant; none for what has no fields. */
function formFor(union: z.ZodUnion, value: unknown): z.ZodType | undefined {
  const fitting = union.options.map((option) => option as z.ZodType).filter((option) => concerns(option, value));
  const forms = fitting.map((option) => ({ option, unknown: unknownFields(option, value).length }));
  return forms.toSorted((a, b) => a.unknown - b.unknown)[0]?.option;
}

/** Where the value has fields that the schema does not name. */
export function unknownFields(schema: z.ZodType, value: unknown, path: FieldPath = []): FieldPath[] {
  // Most values are none that have fields; there may be a hundred thousand of them.
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

/** How many elements a list may have; undefined where the schema does not say. */
export function mostElements({ def }: z.ZodArray): number | undefined {
  const limits = (def.checks ?? []).map(({ _zod }) => _zod.def as { check: string; maximum?: number });
  return limits.find(({ check }) => check === 'max_length')?.maximum;
}

/** Where a list is longer than the schema permits; null where none is. The place is told only once one is found: most are fine. */
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

/** Whether a schema names what is at that place. */
export function namesField(schema: z.ZodType, [step, ...rest]: FieldPath): boolean {
  if (step === undefined) return true;
  const known = bare(schema);
  if (known instanceof z.ZodUnion) return known.options.some((option) => namesField(option as z.ZodType, [step, ...rest]));
  if (known instanceof z.ZodArray) return namesField(elementOf(known), rest);
  return known instanceof z.ZodObject && Object.hasOwn(known.shape, step) && namesField(known.shape[step] as z.ZodType, rest);
}

/** The value with what the schema names, and nothing else. */
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
