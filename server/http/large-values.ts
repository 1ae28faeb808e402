/**
 * Validates values with long lists (the fields of a file, the recipients of a bulk send) in batches, so that the
 * event loop isn't blocked.
 */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { bare, type FieldPath } from '#contract/known-fields.ts';
import { arrayToJsonParts, mapInBatches } from '#server/platform/batches.ts';

/** Shorter lists are validated in one go. */
const long = 200;
/** Placeholder for a list in JSON text; random, so that input can't contain it. */
const mark = randomUUID();

interface Parts {
  /** Lists that are reached through objects only, not nested in other lists. */
  lists: { path: readonly string[]; element: z.ZodType }[];
  /** The same schema, with the elements of these lists left unchecked. */
  frame: z.ZodType;
}

const known = new WeakMap<z.ZodType, Parts>();

export function partsOf(schema: z.ZodType): Parts {
  const found = known.get(schema) ?? { lists: listsOf(schema, []), frame: frameOf(schema) };
  known.set(schema, found);
  return found;
}

function listsOf(schema: z.ZodType, path: readonly string[]): Parts['lists'] {
  const inner = bare(schema);
  if (inner instanceof z.ZodArray) return [{ path, element: inner.element as z.ZodType }];
  if (!(inner instanceof z.ZodObject)) return [];
  return Object.entries(inner.shape).flatMap(([key, each]) => listsOf(each as z.ZodType, [...path, key]));
}

function frameOf(schema: z.ZodType): z.ZodType {
  const { def } = schema;
  if (schema instanceof z.ZodArray) return z.core.clone(schema, { ...schema.def, element: z.any() });
  if (schema instanceof z.ZodObject) {
    return z.core.clone(schema, { ...schema.def, shape: Object.fromEntries(Object.entries(schema.shape).map(([key, each]) => [key, frameOf(each as z.ZodType)])) });
  }
  if (schema instanceof z.ZodPipe) return z.core.clone(schema, { ...schema.def, in: frameOf(schema.in as z.ZodType) });
  if ('innerType' in def) return z.core.clone(schema, { ...def, innerType: frameOf(def.innerType as z.ZodType) } as never);
  return schema;
}

const at = (value: unknown, path: readonly string[]): unknown => path.reduce<unknown>((each, key) => (typeof each === 'object' && each !== null ? (each as Record<string, unknown>)[key] : undefined), value);

function replaced(value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown {
  return key === undefined ? by : { ...(value as object), [key]: replaced((value as Record<string, unknown>)[key], rest, by) };
}

/** Returns the value with each element of its lists replaced by the result of `each`. */
export async function withLists(schema: z.ZodType, value: unknown, each: (element: z.ZodType, item: unknown, path: FieldPath) => unknown): Promise<unknown> {
  let result = value;
  for (const { path, element } of partsOf(schema).lists) {
    const list = at(value, path);
    if (Array.isArray(list)) result = replaced(result, path, await mapInBatches(list, (item, index) => each(element, item, [...path, index])));
  }
  return result;
}

function hasLongList(schema: z.ZodType, value: unknown): boolean {
  return partsOf(schema).lists.some(({ path }) => {
    const list = at(value, path);
    return Array.isArray(list) && list.length > long;
  });
}

/** Like `schema.parse`, but in batches where the value has long lists. */
export async function parseInBatches(schema: z.ZodType, value: unknown): Promise<unknown> {
  if (!hasLongList(schema, value)) return schema.parse(value);
  return partsOf(schema).frame.parse(await withLists(schema, value, (element, item) => element.parse(item)));
}

/**
 * The JSON of a value with long lists as a stream, so that no turn of the event loop writes megabytes; null when it has none,
 * so that the caller uses `JSON.stringify`.
 */
export const longJson = (schema: z.ZodType, value: unknown): Readable | null =>
  (hasLongList(schema, value) ? Readable.from(jsonParts(schema, value), { objectMode: false }) : null);

async function* jsonParts(schema: z.ZodType, value: unknown): AsyncGenerator<string> {
  let framed = value;
  const lists: unknown[][] = [];
  for (const { path } of partsOf(schema).lists) {
    const list = at(value, path);
    if (Array.isArray(list)) framed = replaced(framed, path, `${mark}${lists.push(list) - 1}`);
  }
  // Every second part is the number of a list.
  for (const [index, text] of JSON.stringify(framed).split(new RegExp(`"${mark}(\\d+)"`)).entries()) {
    if (index % 2 === 0) yield text;
    else yield* arrayToJsonParts(lists[Number(text)] ?? []);
  }
}
