/** What holds for every call of the contract, whatever it does. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls, type CallId } from '#contract/calls/calls.ts';
import { errorsOf, type CallDefinition } from '#contract/calls/define.ts';
import { routerPath } from '#contract/routes.ts';
import { newId } from '#server/app/id.ts';
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

describe('a token is needed', () => {
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

describe('what is not there is not found, and what is no id is refused', () => {
  test.each(withId)('%s', async (id, call) => {
    const body = bodies[id]?.();
    const missing = await ada.refusalBody(id, { params: placesOf(call.path), body });
    expect(missing.code).toBe('not_found');
    expect(errorsOf(call)).toContain(missing.code);
    expect((await ada.refusalBody(id, { params: placesOf(call.path, '..%2f..'), body })).code).toBe('request_validation_error');
  });
});

describe('a body that is none is refused', () => {
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

test('JSON that can\'t be read is refused', async () => {
  const answer = await server.app.inject({
    method: 'POST', url: '/transactions', headers: { ...ada.headers, 'content-type': 'application/json' }, payload: '{"name":',
  });
  expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'request_validation_error']);
});
