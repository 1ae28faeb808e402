/** A field nobody reads would look as if it had been heeded: it is refused, however deep it stands. */
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { CallDefinition } from '#contract/calls/define.ts';
import { AppError } from './app-error.ts';

type Path = readonly (string | number)[];

/** What the schema says of a value, out of what it may be wrapped in. */
function bare(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodPipe) return bare(schema.in as z.ZodType);
  const wrapped = schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault;
  return wrapped ? bare(schema.unwrap() as z.ZodType) : schema;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Where the value has fields that the schema does not name. */
function unknownIn(schema: z.ZodType, value: unknown, path: Path): Path[] {
  const known = bare(schema);
  // Of several forms, the one that leaves the least unexplained is meant.
  if (known instanceof z.ZodUnion) return known.options.map((option) => unknownIn(option as z.ZodType, value, path)).toSorted((a, b) => a.length - b.length)[0] ?? [];
  if (known instanceof z.ZodArray && Array.isArray(value)) return value.flatMap((each, index) => unknownIn(known.element as z.ZodType, each, [...path, index]));
  if (!(known instanceof z.ZodObject) || !isObject(value)) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    Object.hasOwn(known.shape, key) ? unknownIn(known.shape[key] as z.ZodType, each, [...path, key]) : [[...path, key]]);
}

/** Whether a schema names what is at that place. */
function names(schema: z.ZodType, [step, ...rest]: Path): boolean {
  if (step === undefined) return true;
  const known = bare(schema);
  if (known instanceof z.ZodUnion) return known.options.some((option) => names(option as z.ZodType, [step, ...rest]));
  if (known instanceof z.ZodArray) return names(known.element as z.ZodType, rest);
  return known instanceof z.ZodObject && Object.hasOwn(known.shape, step) && names(known.shape[step] as z.ZodType, rest);
}

/** `read_only_property` for what the answer shows and nobody writes, `request_validation_error` for what there is not. */
export function refuseUnknownFields(call: CallDefinition): (request: FastifyRequest) => Promise<void> {
  const shows = call.method === 'PUT' || call.method === 'PATCH';
  return async ({ body }) => {
    if (!call.body || !isObject(body)) return;
    const unknown = unknownIn(call.body, body, []);
    if (unknown.length === 0) return;
    const readOnly = unknown.filter((path) => shows && names(call.response, path));
    if (readOnly.length > 0) throw new AppError('read_only_property', readOnly.map((path) => ({ path: ['body', ...path].join('/') })));
    throw new AppError('request_validation_error', unknown.map((path) => ({ path: ['body', ...path].join('/'), message: 'Unknown field' })));
  };
}
