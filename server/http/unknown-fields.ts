/** Refuses unknown fields at any depth: a field that is silently ignored would seem to have taken effect. */
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { CallDefinition } from '#contract/calls/define.ts';
import { namesField, overlongList, unknownFields, type FieldPath } from '#contract/known-fields.ts';
import { AppError } from '#server/platform/app-error.ts';
import { partsOf, withLists } from './large-values.ts';

/** At most this many are listed in an error; there may be thousands. */
const mostNamed = 20;
const asPath = (path: FieldPath): string => ['body', ...path].join('/');

/**
 * Throws `read_only_property` for fields that only the response has, `request_validation_error` for fields that
 * don't exist.
 */
function assertKnownFields(call: CallDefinition, unknown: readonly FieldPath[]): void {
  if (unknown.length === 0) return;
  const shows = call.method === 'PUT' || call.method === 'PATCH';
  const readOnly = unknown.filter((path) => shows && namesField(call.response, path)).slice(0, mostNamed);
  if (readOnly.length > 0) throw new AppError('read_only_property', readOnly.map((path) => ({ path: asPath(path) })));
  throw new AppError('request_validation_error', unknown.slice(0, mostNamed).map((path) => ({ path: asPath(path), message: 'Unknown field' })));
}

/** Checks list lengths before any element is looked at. */
function assertListLengths(schema: z.ZodType, value: unknown, within: FieldPath = []): void {
  const path = overlongList(schema, value);
  if (path) throw new AppError('request_validation_error', [{ path: asPath([...within, ...path]), message: 'Too many elements' }]);
}

/**
 * Does the checks of `refuseUnknownFields` and of the schema for bodies with long lists, element by element in
 * batches.
 */
export const checkInBatches = (call: CallDefinition) => async (request: FastifyRequest): Promise<void> => {
  const schema = call.body;
  if (!schema) return;
  const { frame } = partsOf(schema);
  assertListLengths(frame, request.body);
  const unknown: FieldPath[] = [];
  const invalid: { path: string; message: string }[] = [];
  const checked = await withLists(schema, request.body, (element, item, path) => {
    assertListLengths(element, item, path);
    if (unknown.length + invalid.length >= mostNamed) return item;
    unknown.push(...unknownFields(element, item, path));
    const { success, data, error } = element.safeParse(item);
    if (!success) invalid.push(...error.issues.map((issue) => ({ path: asPath([...path, ...(issue.path as FieldPath)]), message: issue.message })));
    return data;
  });
  assertKnownFields(call, [...unknownFields(frame, request.body), ...unknown]);
  if (invalid.length > 0) throw new AppError('request_validation_error', invalid.slice(0, mostNamed));
  request.body = checked;
};

export const refuseUnknownFields = (call: CallDefinition) => async ({ body }: FastifyRequest): Promise<void> => {
  if (!call.body) return;
  assertListLengths(call.body, body);
  assertKnownFields(call, unknownFields(call.body, body));
};
