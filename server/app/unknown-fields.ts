/** A field nobody reads would look as if it had been heeded: it is refused. */
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { CallDefinition } from '#contract/calls/define.ts';
import { AppError } from './app-error.ts';

/** The fields of an object's schema, whatever it is wrapped in; null for what is no object. */
function fieldsOf(schema: z.ZodType | undefined): ReadonlySet<string> | null {
  if (schema instanceof z.ZodObject) return new Set(Object.keys(schema.shape));
  if (schema instanceof z.ZodPrefault || schema instanceof z.ZodDefault || schema instanceof z.ZodOptional) return fieldsOf(schema.unwrap() as z.ZodType);
  return null;
}

/** `read_only_property` for what the answer shows and nobody writes, `request_validation_error` for what there is not. */
export function refuseUnknownFields(call: CallDefinition): (request: FastifyRequest) => Promise<void> {
  const written = fieldsOf(call.body);
  const shown = call.method === 'PUT' || call.method === 'PATCH' ? fieldsOf(call.response) : null;
  return async ({ body }) => {
    if (written === null || typeof body !== 'object' || body === null || Array.isArray(body)) return;
    const unknown = Object.keys(body).filter((key) => !written.has(key));
    if (unknown.length === 0) return;
    const readOnly = unknown.filter((key) => shown?.has(key));
    if (readOnly.length > 0) throw new AppError('read_only_property', readOnly.map((key) => ({ path: `body/${key}` })));
    throw new AppError('request_validation_error', unknown.map((key) => ({ path: `body/${key}`, message: 'Unknown field' })));
  };
}
