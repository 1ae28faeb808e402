import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls, type CallId } from '#contract/calls/calls.ts';
import type { CallDefinition } from '#contract/calls/define.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

let server: TestApp;
let contentType: string | string[] | number | undefined;
let document: { openapi: string; servers: { url: string }[]; paths: Record<string, Record<string, Operation>> };

interface Operation {
  operationId: string;
  security: object[];
  parameters: { name: string; in: string; required: boolean; schema: { type?: string; pattern?: string } }[];
  requestBody?: { required: boolean; content: Record<string, { schema: { type?: string; required?: string[] }; example?: unknown }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: { properties?: { error?: { properties: { code: { enum: string[] } } } } }; examples?: Record<string, unknown> }> }>;
}

const withExample = (Object.entries(calls) as [CallId, CallDefinition][]).filter(([, call]) => call.body !== undefined);

beforeAll(async () => {
  server = await startTestApp();
  const answer = await server.app.inject({ method: 'GET', url: '/openapi.json' });
  contentType = answer.headers['content-type'];
  document = answer.json();
});
afterAll(() => server.close());

test('is an OpenAPI 3.1 document of this installation', () => {
  expect(contentType).toContain('application/json');
  expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'http://localhost:3000' }] });
  const ids = Object.values(document.paths).flatMap((methods) => Object.values(methods)).map((each) => each.operationId);
  expect(ids.toSorted()).toEqual(Object.keys(calls).toSorted());
});

test.each(Object.entries(calls) as [CallId, CallDefinition][])('%s describes its parameters and responses', (id, call) => {
  const operation = document.paths[call.path]![call.method.toLowerCase()]!;
  expect(operation.operationId).toBe(id);
  const places = operation.parameters.filter((each) => each.in === 'path').map((each) => each.name);
  expect(places).toEqual([...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  expect(operation.requestBody !== undefined).toBe(call.body !== undefined || call.bytes?.request !== undefined);
  expect(operation.security.length > 0).toBe(call.auth !== 'none');
  const success = Object.keys(operation.responses).filter((status) => status.startsWith('2'));
  expect(success).toHaveLength(1);
  for (const [status, { content }] of Object.entries(operation.responses)) {
    if (status.startsWith('2')) continue;
    expect(content!['application/json']!.schema.properties!.error!.properties.code.enum.length).toBeGreaterThan(0);
  }
});

test('is valid against the schema of the standard', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
});

test.each(withExample)('%s accepts its own example', (id, call) => {
  const { example } = document.paths[call.path]![call.method.toLowerCase()]!.requestBody!.content['application/json']!;
  expect(example === undefined || call.body!.safeParse(example).success).toBe(true);
});

test('has an example for nearly every body and every error', () => {
  const shown = withExample.filter(([, call]) => document.paths[call.path]![call.method.toLowerCase()]!.requestBody!.content['application/json']!.example !== undefined);
  expect(shown.length / withExample.length).toBeGreaterThan(0.8);
  for (const { responses } of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    for (const [status, { content }] of Object.entries(responses)) {
      if (!status.startsWith('2')) expect(Object.keys(content!['application/json']!.examples!)).toEqual(content!['application/json']!.schema.properties!.error!.properties.code.enum);
    }
  }
});

test('distinguishes required from optional, and ids from text', () => {
  const invite = document.paths['/organizations/{id}/invite']!.post!;
  expect(invite.parameters).toEqual([{ name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: '^[0-9a-f]{24}$' } }]);
  expect(invite.requestBody).toMatchObject({ required: true, content: { 'application/json': { schema: { type: 'object', required: ['members'] } } } });
  const verify = document.paths['/auth/verify_email']!.get!;
  expect(verify.parameters).toMatchObject([{ name: 'ticket', in: 'query', required: true }]);
  expect(verify.security).not.toEqual([]);
  expect(document.paths['/v0/deployment']!.get!.security).toEqual([]);
  const refused = document.paths['/apps/token']!.post!.responses['401']!;
  expect(refused.content!['application/json']!.schema.properties!.error!.properties.code.enum).toEqual(['unauthorized']);
});
