/** Usage statistics and error reports are passed on to the services of the operator, and to nobody without them. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';

const taken: { path: string | undefined; headers: IncomingHttpHeaders; content: unknown }[] = [];
let refuses = false;
const service = createServer((request, response) => {
  void json(request).then((content) => {
    taken.push({ path: request.url, headers: request.headers, content });
    response.writeHead(refuses ? 500 : 204).end();
  });
});

let server: TestApp;
beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  server = await startTestApp({ ANALYTICS_URL: `${url}/usage`, ANALYTICS_TOKEN: 'usage-token', ERROR_REPORTS_URL: `${url}/errors` });
});
afterAll(async () => {
  await server.close();
  service.close();
});

const post = (url: string, payload: object, on = server) => on.app.inject({ method: 'POST', url, payload, headers: { 'user-agent': 'browser of Ada' } });
const events = [{ name: 'purchase', page: '/billing', plan: 'h_b_m', amount: 1500, currency: 'USD' }];
const report = { code: 'unknown_ui_error', message: 'ada@example.org is missing', page: '/profile' };
const arrived = async (path: string): Promise<void> => {
  await expect.poll(() => taken.filter((each) => each.path === path)).toHaveLength(1);
};

test('usage goes to its service with its token, without what would tell who it was', async () => {
  expect((await post('/v0/usage', { events })).statusCode).toBe(204);
  await arrived('/usage');
  const [{ headers, content }] = taken.filter((each) => each.path === '/usage') as [(typeof taken)[number]];
  expect(content).toEqual({ at: expect.stringMatching(/^20/), events });
  expect(headers.authorization).toBe('Bearer usage-token');
  expect(JSON.stringify(headers)).not.toContain('browser of Ada');
});

test('addresses in an error report are masked here, too', async () => {
  expect((await post('/v0/error_reports', { reports: [report] })).statusCode).toBe(204);
  await arrived('/errors');
  expect(taken.find((each) => each.path === '/errors')?.content).toMatchObject({ reports: [{ code: 'unknown_ui_error', message: '***@*** is missing', page: '/profile' }] });
});

test.each([
  ['/v0/usage', { events: [{ name: 'page_view', page: '/transaction/0123456789abcdef01234567' }] }],
  ['/v0/usage', { events: [{ name: 'page_view', page: '/', email: 'ada@example.org' }] }],
  ['/v0/error_reports', { reports: Array.from({ length: 11 }, () => report) }],
])('%s refuses %j', async (url, payload) => expect((await post(url, payload)).json().error.code).toBe('request_validation_error'));

test('a service that refuses is nobody else\'s problem', async () => {
  refuses = true;
  expect((await post('/v0/usage', { events })).statusCode).toBe(204);
  refuses = false;
});

test('the page says what is collected, so that it asks', async () => {
  const page = await server.app.inject({ method: 'GET', url: '/', headers: { accept: 'text/html' } });
  for (const meta of ['COOKIE_CONSENT" content="reports', 'COLLECTS_USAGE" content="true', 'COLLECTS_ERRORS" content="true']) expect(page.body).toContain(`<meta name="${meta}">`);
});

test('without services nothing is taken', async () => {
  const other = await startTestApp();
  try {
    expect((await post('/v0/usage', { events }, other)).json().error.code).toBe('feature_not_supported');
    expect((await post('/v0/error_reports', { reports: [report] }, other)).json().error.code).toBe('feature_not_supported');
    expect((await other.app.inject({ method: 'GET', url: '/', headers: { accept: 'text/html' } })).body).not.toContain('COLLECTS_');
  } finally {
    await other.close();
  }
});
