/**
 * Generates an OpenAPI 3.1 document from the calls, the same data as the server's routes:
 *
 *     openApi(calls, { version: '0.1.0', url: 'https://sign.example.org' })
 */
import { z } from 'zod';
import { errorsOf, type CallDefinition } from '#contract/calls/define.ts';
import { errors, type ErrorCode } from '#contract/errors.ts';
import { exampleOf } from '#contract/openapi-examples.ts';
import { scopesOf } from '#contract/permissions/scopes.ts';

type Json = Record<string, unknown>;

export interface Installation {
  version: string;
  url: string;
}

const idPattern = '^[0-9a-f]{24}$';

export function openApi(calls: Readonly<Record<string, CallDefinition>>, { version, url }: Installation): Json {
  const paths: Record<string, Json> = {};
  for (const call of Object.values(calls)) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operationOf(call) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Countersign', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The access token of a person, or of an application from POST /apps/token.' },
        ticket: { type: 'apiKey', in: 'query', name: 'ticket' },
        signIn: { type: 'apiKey', in: 'cookie', name: '_interaction', description: 'A sign-in under way in this browser.' },
      },
      schemas: { Error: errorShape(Object.keys(errors) as ErrorCode[]) },
    },
  };
}

const security: Readonly<Record<CallDefinition['auth'], Json[]>> = {
  bearer: [{ bearer: [] }], ticket: [{ bearer: [] }, { ticket: [] }], identityTicket: [{ bearer: [] }, { ticket: [] }], cookie: [{ signIn: [] }], none: [],
};

function operationOf(call: CallDefinition): Json {
  const scopes = scopesOf(call);
  return {
    operationId: call.id,
    tags: [call.id.split('.')[0]],
    security: security[call.auth],
    ...(scopes.length > 0 && { 'x-scope': scopes.join(' ') }),
    ...(typeof call.permission === 'object' && { 'x-permission': call.permission }),
    parameters: [...pathParameters(call), ...queryParameters(call)],
    ...requestOf(call),
    responses: { ...successOf(call), ...refusalsOf(call) },
  };
}

function requestOf({ body, bytes }: CallDefinition): Json {
  if (bytes?.request !== undefined) return { requestBody: { required: true, content: { [bytes.request]: { schema: {} } } } };
  if (!body) return {};
  const schema = shapeOf(body, 'input');
  const example = exampleOf(schema);
  // Shows only examples that the call accepts: rules outside the schema may reject one.
  const shown = body.safeParse(example).success ? { example } : {};
  return { requestBody: { required: !body.safeParse(undefined).success, content: { 'application/json': { schema, ...shown } } } };
}

const json = (schema: Json): Json => ({ 'application/json': { schema } });

/** What zod can't represent in JSON Schema (a transform) is left open. */
function shapeOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...shape } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }) as Json;
  return shape;
}

const pathParameters = ({ path, auth }: CallDefinition): Json[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name, in: 'path', required: true, schema: auth === 'bearer' ? { type: 'string', pattern: idPattern } : { type: 'string' },
  }));

function queryParameters({ query }: CallDefinition): Json[] {
  if (!query) return [];
  const { properties = {}, required = [] } = shapeOf(query, 'input') as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema }));
}

function successOf({ response, bytes }: CallDefinition): Json {
  if (bytes?.response !== undefined) return { 200: { description: 'Done', content: { [bytes.response]: { schema: {} } } } };
  if (response instanceof z.ZodVoid) return { 204: { description: 'Done' } };
  if (response instanceof z.ZodString) return { 200: { description: 'Done', content: { 'text/plain': { schema: { type: 'string' } } } } };
  return { 200: { description: 'Done', content: json(shapeOf(response, 'output')) } };
}

/** One response per status, with the codes it can carry. */
function refusalsOf(call: CallDefinition): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorsOf(call)) {
    const { status } = errors[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries([...byStatus].map(([status, codes]) => [
    status || 500, { description: codes.map((code) => errors[code].text).join(' · '), content: { 'application/json': { schema: errorShape(codes), examples: refusalExamples(codes) } } },
  ]));
}

const refusalExamples = (codes: readonly ErrorCode[]): Json =>
  Object.fromEntries(codes.map((code) => [code, { value: { error: { code, message: errors[code].text } } }]));

const errorShape = (codes: readonly ErrorCode[]): Json => ({
  type: 'object',
  required: ['error'],
  properties: {
    error: { type: 'object', required: ['code', 'message'], properties: { code: { type: 'string', enum: [...codes] }, message: { type: 'string' }, details: {} } },
  },
});
