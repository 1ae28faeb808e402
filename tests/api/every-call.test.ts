/** What holds for every call of the contract, whatever it does. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls, type CallId } from '#contract/calls/calls.ts';
import { errorsOf, type CallDefinition } from '#contract/calls/define.ts';
import { routerPath } from '#contract/routes.ts';
import { newId } from '#server/platform/id.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { bodies } from './bodies.ts';
import { Client } from './client.ts';

let server: TestApp;
let ada: Client;

beforeAll(async () => {
  server = await startTestApp();
  ada = await Client.signIn(server, 'ada@example.org');
});
afterAll(() => server.close());

const all = Object.entries(calls) as [CallId, CallDefinition][];
const bearer = all.filter(([, call]) => call.auth === 'bearer');
const withId = bearer.filter(([, call]) => call.path.includes('{'));
/** The call's address with ids in its placeholders. */
const placesOf = (path: string, value = newId()) => Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, value]));
const addressOf = (path: string) => path.replace(/\{\w+\}/g, () => newId());
const withBody = bearer.filter(([, call]) => call.body !== undefined);

test.each(all)('%s is served', (_, call) => {
  expect(server.app.hasRoute({ method: call.method, url: routerPath(call.path) })).toBe(true);
});

describe('a token is required', () => {
  test.each(bearer)('%s', async (id) => {
    const stranger = new Client(server, '', null);
    const { status, body } = await stranger.send(id, { params: placesOf(calls[id].path), body: bodies[id]?.() });
    expect([status, body]).toMatchObject([401, { error: { code: 'unauthorized' } }]);
    const answer = await server.app.inject({
      method: calls[id].method, url: addressOf(calls[id].path), headers: { authorization: 'Bearer wrong', accept: 'application/json' },
    });
    expect(answer.json().error.code).toBe('invalid_token');
  });
});

describe('unknown ids are not found, and malformed ids are rejected', () => {
  test.each(withId)('%s', async (id, call) => {
    const body = bodies[id]?.();
    const missing = await ada.refusalBody(id, { params: placesOf(call.path), body });
    expect(missing.code).toBe('not_found');
    expect(errorsOf(call)).toContain(missing.code);
    expect((await ada.refusalBody(id, { params: placesOf(call.path, '..%2f..'), body })).code).toBe('request_validation_error');
  });
});

describe('an invalid body is rejected', () => {
  test.each(withBody)('%s', async (id) => {
    for (const body of ['text', [1], 7]) {
      const answer = await server.app.inject({
        method: calls[id].method, url: addressOf(calls[id].path),
        headers: { ...ada.headers, 'content-type': 'application/json', accept: 'application/json' }, payload: JSON.stringify(body),
      });
      expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'request_validation_error']);
    }
  });
});

test('malformed JSON is rejected', async () => {
  const answer = await server.app.inject({
    method: 'POST', url: '/transactions', headers: { ...ada.headers, 'content-type': 'application/json' }, payload: '{"name":',
  });
  expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'request_validation_error']);
});

describe('an unknown field is rejected', () => {
  const objects = withBody.filter(([, call]) => call.body!.safeParse([]).success === false);
  test.each(objects)('%s', async (id, call) => {
    const input = { params: placesOf(call.path), body: { ...(bodies[id]?.() as object | undefined), somethingElse: 1 } };
    expect(await ada.refusalBody(id, input)).toMatchObject({ code: 'request_validation_error', details: [{ path: 'body/somethingElse' }] });
  });

  test('at any depth', async () => {
    const refusal = await ada.refusalBody('transactions.create', { body: { recipients: [{ email: 'bea@example.org', firstName: 'Bea', shoeSize: 38 }], options: { requireMoustache: true } } });
    expect(refusal).toMatchObject({ code: 'request_validation_error', details: [{ path: 'body/recipients/0/shoeSize' }, { path: 'body/options/requireMoustache' }] });
    const created = await ada.call('transactions.create', { body: {} });
    const again = { params: { id: created.id }, body: { recipients: [{ email: 'bea@example.org', completed: true }] } };
    expect(await ada.refusalBody('transactions.update', again)).toMatchObject({ code: 'read_only_property', details: [{ path: 'body/recipients/0/completed' }] });
  });

  test('as read-only if responses contain it', async () => {
    expect(await ada.refusalBody('profile.update', { body: { theme: 'dark', emailVerified: true } })).toMatchObject({ code: 'read_only_property', details: [{ path: 'body/emailVerified' }] });
    expect((await ada.call('profile.get')).theme).toBe('auto');
    expect(await ada.refusalBody('contacts.update', { params: { id: newId() }, body: { email: 'a@example.org', createdAt: '2026-01-01T00:00:00Z' } })).toMatchObject({ code: 'read_only_property' });
  });
});

test('a caller over the rate limit is told to wait', async () => {
  const ask = () => server.app.inject({ method: 'POST', url: '/apps/token', payload: { clientId: 'x', clientSecret: 'y' } });
  const codes: string[] = [];
  for (let index = 0; index < 121; index += 1) codes.push((await ask()).json().error.code);
  expect(codes.slice(-2)).toEqual(['unauthorized', 'rate_limit_exceeded']);
});
