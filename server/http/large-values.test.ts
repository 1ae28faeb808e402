import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { calls, type CallId } from '#contract/calls/calls.ts';
import type { CallDefinition } from '#contract/calls/define.ts';
import { requestBodies } from '#contract/limits/calls.ts';
import type { App } from './app.types.ts';
import { handleError } from './error-handler.ts';
import { registerJsonBodies } from './json-body.ts';
import { longJson, parseInBatches } from './large-values.ts';
import { refuseUnstorableText } from './storable-text.ts';
import { mapInBatches } from '#server/platform/batches.ts';
import { checkInBatches, refuseUnknownFields } from './unknown-fields.ts';

const app = Fastify({ bodyLimit: requestBodies.fields }).setErrorHandler(handleError);
registerJsonBodies(app as unknown as App);
refuseUnstorableText(app as unknown as App);
const take = (id: CallId): void => {
  const call: CallDefinition = calls[id];
  app.post(`/${id}`, { preValidation: call.maxBody === undefined ? refuseUnknownFields(call) : checkInBatches(call) }, async ({ body }) => body);
};
for (const id of ['transactions.create', 'files.updateMeta'] as const) take(id);
afterAll(() => app.close());

const send = async (id: CallId, payload: string) => {
  const answer = await app.inject({ method: 'POST', url: `/${id}`, headers: { 'content-type': 'application/json' }, payload });
  return { status: answer.statusCode, body: answer.json() };
};
const field = (index: number) => ({ id: `f${index}`, page: 1, rect: { x: 1.234567, y: 1, width: 1, height: 1 } });
const fields = (count: number) => ({ attributes: { fields: Array.from({ length: count }, (_, index) => field(index)) } });

test.each([['arrays', '[', ']'], ['objects', '{"a":', '}']])('L3: %s nested too deeply are a bad request, not a server error', async (_, open, close) => {
  const { status, body } = await send('transactions.create', `${open.repeat(100_000)}1${close.repeat(100_000)}`);
  expect([status, body.error.code]).toEqual([400, 'request_validation_error']);
});

test('H6: brackets in strings do not count as nesting', async () => {
  const name = `${'['.repeat(1000)}\\"${'{'.repeat(1000)}`;
  expect((await send('files.updateMeta', `{"public":true,"attributes":{"title":"x"},"metaVersion":1${' '.repeat(9)}}`)).status).toBe(200);
  expect((await send('transactions.create', `{"name":"${name}"}`)).status).toBe(200);
});

test('H6: counts array elements before validating them', async () => {
  const recipients = `[${Array.from({ length: 1000 }, () => '{"wrong":[1]}').join(',')}]`;
  const { status, body } = await send('transactions.create', `{"recipients":${recipients}}`);
  expect([status, body.error.details]).toEqual([400, [{ path: 'body/recipients', message: 'Too many elements' }]]);
});

test('H6: limits the elements of one array and the values of one body', async () => {
  const list = (count: number) => `[${Array.from({ length: count }, () => '1').join(',')}]`;
  expect((await send('transactions.create', `{"x":${list(10_001)}}`)).body.error.details[0].message).toBe('More than 10000 elements in one place');
  expect((await send('transactions.create', `{"x":[${Array.from({ length: 51 }, () => list(10_000)).join(',')}]}`)).body.error.details[0].message).toBe('More than 500000 values');
});

test('H6: a response lists some of the errors, not thousands', async () => {
  const unknown = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`u${index}`, 1]));
  expect((await send('transactions.create', JSON.stringify(unknown))).body.error.details).toHaveLength(20);
  const wrong = await send('files.updateMeta', JSON.stringify({ attributes: { fields: Array.from({ length: 5000 }, () => ({ id: 'x' })) } }));
  expect([wrong.status, wrong.body.error.details.length]).toEqual([400, 20]);
});

test('H6: checks long lists in parts with the same result and the same error positions', async () => {
  const { body: schema } = calls['files.updateMeta'];
  expect(await parseInBatches(schema, fields(450))).toEqual(schema.parse(fields(450)));
  const wrong = fields(300);
  Object.assign(wrong.attributes.fields[250]!, { page: 0 });
  await expect(parseInBatches(schema, wrong)).rejects.toThrow();
  expect((await send('files.updateMeta', JSON.stringify(wrong))).body.error.details).toEqual([{ path: 'body/attributes/fields/250/page', message: expect.any(String) }]);
  Object.assign(wrong.attributes.fields[250]!, { page: 1, colour: 'red' });
  expect((await send('files.updateMeta', JSON.stringify(wrong))).body.error.details).toEqual([{ path: 'body/attributes/fields/250/colour', message: 'Unknown field' }]);
  const twice = fields(300);
  twice.attributes.fields[299]!.id = 'f0';
  await expect(parseInBatches(schema, twice)).rejects.toThrow();
  expect((await send('files.updateMeta', JSON.stringify(fields(450)))).body).toEqual(JSON.parse(JSON.stringify({ attributes: { fields: schema.parse(fields(450)).attributes.fields } })));
});

test('H6: a response with a long list is written in parts', async () => {
  const { body: schema } = calls['files.updateMeta'];
  expect(longJson(schema, fields(200))).toBeNull();
  const value = { ...fields(450), metaVersion: 1, public: true };
  const parts: string[] = [];
  for await (const part of longJson(schema, value) ?? []) parts.push(String(part));
  expect(parts.join('')).toBe(JSON.stringify(value));
  expect(Math.max(...parts.map((part) => part.split('"id"').length - 1))).toBe(100);
});

test('H6: yields to the event loop during long work, for each concurrent request', async () => {
  let turns = 0;
  let working = true;
  const turn = (): void => {
    turns += 1;
    if (working) setImmediate(turn);
  };
  setImmediate(turn);
  const seen: number[] = [];
  const work = () => mapInBatches(Array.from({ length: 1000 }), () => { seen.push(turns); });
  await Promise.all([work(), work(), work()]);
  working = false;
  // 30 batches, the first three of which start in the same turn.
  expect(new Set(seen).size).toBeGreaterThanOrEqual(28);
});
