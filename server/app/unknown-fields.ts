/** A field nobody reads would look as if it had been heeded: it is refused, however deep it stands. */
import type { FastifyRequest } from 'fastify';
import type { CallDefinition } from '#contract/calls/define.ts';
import { namesField, unknownFields } from '#contract/known-fields.ts';
import { AppError } from './app-error.ts';

/** `read_only_property` for what the answer shows and nobody writes, `request_validation_error` for what there is not. */
export function refuseUnknownFields(call: CallDefinition): (request: FastifyRequest) => Promise<void> {
  const shows = call.method === 'PUT' || call.method === 'PATCH';
  return async ({ body }) => {
    if (!call.body) return;
    const unknown = unknownFields(call.body, body);
    if (unknown.length === 0) return;
    const readOnly = unknown.filter((path) => shows && namesField(call.response, path));
    if (readOnly.length > 0) throw new AppError('read_only_property', readOnly.map((path) => ({ path: ['body', ...path].join('/') })));
    throw new AppError('request_validation_error', unknown.map((path) => ({ path: ['body', ...path].join('/'), message: 'Unknown field' })));
  };
}
