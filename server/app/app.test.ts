import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

test('a path that is no call is refused in the contract\'s shape', async () => {
  const response = await server.app.inject({ method: 'POST', url: '/no-such-call', payload: {} });
  expect(response.statusCode).toBe(404);
  expect(response.json()).toEqual({ error: { code: 'route_not_found', message: 'There is no such address.' } });
});
