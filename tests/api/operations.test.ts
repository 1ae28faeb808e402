/** What whoever runs the installation relies on: health, metrics, logs, limits, other origins, the record of administrative acts. */
import { statfs } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { CallId } from '#contract/calls/calls.ts';
import { newId } from '#server/platform/id.ts';
import { createLog, maskAddresses } from '#server/platform/logging.ts';
import { commonDomain } from '#server/identity/passkeys.ts';
import { administrativeLogKey, createAdministrativeLog } from '#server/services/audit/administrative-log.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { authorizationRequest } from '../support/browser.ts';
import { Client } from './client.ts';

let server: TestApp;
let ada: Client;
const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ method: 'GET', url, headers: { host: 'localhost:3000', ...headers } });
const opened: TestApp[] = [];

beforeAll(async () => {
  server = await startTestApp();
  ada = await Client.signIn(server, 'ada@example.org');
});
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});
afterAll(() => server.close());

const other = async (env: NodeJS.ProcessEnv): Promise<TestApp> => {
  const app = await startTestApp(env);
  opened.push(app);
  return app;
};

test('reports liveness and readiness', async () => {
  expect((await get('/healthz')).json()).toEqual({ alive: true });
  expect((await get('/readyz')).json()).toEqual({ ready: true });
});

test('reports live but not ready while the database is down, in the format of the contract', async () => {
  const lonely = await other({});
  const { databaseUrl } = lonely.infrastructure.config;
  const name = new URL(databaseUrl ?? '').pathname.slice(1);
  await server.infrastructure.pool.query(`alter database ${name} with allow_connections false`);
  await server.infrastructure.pool.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  const answer = await lonely.app.inject({ method: 'GET', url: '/readyz' });
  expect([answer.statusCode, answer.json().error]).toMatchObject([503, { code: 'service_unavailable', details: { failing: ['database'] } }]);
  const call = await lonely.app.inject({ method: 'GET', url: '/profile', headers: { ...ada.headers, accept: 'application/json' } });
  expect([call.statusCode, call.json().error.code]).toEqual([503, 'service_unavailable']);
  expect((await lonely.app.inject({ method: 'GET', url: '/healthz' })).statusCode).toBe(200);
  // What happens is watched by what the node itself counts.
  const metrics = await lonely.app.inject({ method: 'GET', url: '/metrics', headers: { host: 'localhost:3000' } });
  expect([metrics.statusCode, metrics.body.includes('status="503"')]).toEqual([200, true]);
  await server.infrastructure.pool.query(`alter database ${name} with allow_connections true`);
  await expect.poll(async () => (await lonely.app.inject({ method: 'GET', url: '/readyz' })).statusCode, { timeout: 10_000 }).toBe(200);
});

test('is not ready while DATA_DIR has less free space than is configured', async () => {
  const { bavail, bsize } = await statfs(server.infrastructure.config.dataDir);
  const full = await other({ MIN_FREE_SPACE: String(2 * bavail * bsize) });
  const answer = await full.app.inject({ method: 'GET', url: '/readyz' });
  expect([answer.statusCode, answer.json().error]).toMatchObject([503, { code: 'service_unavailable', details: { failing: ['space'] } }]);
  const unchecked = await other({ MIN_FREE_SPACE: '0' });
  expect((await unchecked.app.inject({ method: 'GET', url: '/readyz' })).statusCode).toBe(200);
});

test('shows request metrics to the local machine or to a caller with the token', async () => {
  await ada.call('contacts.list');
  const metrics = await get('/metrics');
  expect(metrics.body).toMatch(/http_request_duration_seconds_count\{route="\/contacts",method="GET",status="200"\} \d/);
  expect(metrics.body).toContain('countersign_database_connections');
  expect((await get('/metrics', { 'x-forwarded-for': '192.0.2.7' })).statusCode).toBe(404);
  const guarded = await other({ METRICS_TOKEN: 'a-token-of-an-operator' });
  expect((await guarded.app.inject({ method: 'GET', url: '/metrics' })).statusCode).toBe(404);
  expect((await guarded.app.inject({ method: 'GET', url: '/metrics', headers: { authorization: 'Bearer a-token-of-an-operator' } })).statusCode).toBe(200);
});

test('H4: hides metrics and outbox from a local proxy in an installation with a public URL', async () => {
  const reached = await other({ APP_URL: 'https://sign.example.test', TRUST_PROXY: 'true' });
  const ask = async (url: string, host: string, headers = {}) => (await reached.app.inject({ method: 'GET', url, headers: { accept: 'application/json', host, ...headers } })).statusCode;
  // A bare `proxy_pass` names this machine in Host and sends nothing else.
  for (const url of ['/outbox', '/outbox/texts', '/metrics']) {
    for (const host of ['127.0.0.1:3113', 'localhost', 'sign.example.test']) expect(await ask(url, host)).toBe(404);
    expect(await ask(url, 'localhost', { 'x-real-ip': '9.9.9.9', forwarded: 'for=9.9.9.9', via: '1.1 p', 'x-forwarded-proto': 'https' })).toBe(404);
  }
});

test('each response has a trace id, which a proxy may have started', async () => {
  expect((await get('/healthz')).headers['x-trace-id']).toMatch(/^[\da-f]{32}$/);
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
  expect((await get('/healthz', { traceparent: `00-${trace}-00f067aa0ba902b7-01` })).headers['x-trace-id']).toBe(trace);
  expect((await get('/healthz', { traceparent: '"><script>' })).headers['x-trace-id']).toMatch(/^[\da-f]{32}$/);
});

test('the log contains no addresses of people', () => {
  const lines: string[] = [];
  const log = createLog('info', new Writable({ write: (chunk, _encoding, done) => { lines.push(String(chunk)); done(); } }));
  log.error({ err: new Error('550 <grace.hopper+x@sub.example.org> unknown'), to: ['ünal@beispiel.de'] }, 'to ada@example.org');
  expect(lines.join('')).not.toMatch(/grace|ünal|ada@/);
  expect(lines.join('')).toContain('g***@sub.example.org');
  for (const name of ['ada!', 'a/b', '{ada}', 'a#b$c', "o'hara", '=ada=']) expect(maskAddresses(`to <${name}@example.org>`)).toBe(`to <${name[0]}***@example.org>`);
  expect(maskAddresses('{"version":"@countersign/core@0.1.0"}')).toBe('{"version":"@countersign/core@0.1.0"}');
});

test('a person over the rate limit waits, and others do not', async () => {
  const limited = await other({ CALLS_PER_MINUTE: '20' });
  const [hasty, calm] = [await Client.signIn(limited, 'hasty@example.org'), await Client.signIn(limited, 'calm@example.org')];
  for (let index = 0; index < 20; index += 1) await hasty.call('contacts.list');
  const answer = await limited.app.inject({ method: 'GET', url: '/contacts', headers: { ...hasty.headers, accept: 'application/json' } });
  expect([answer.statusCode, answer.json().error.code]).toEqual([429, 'rate_limit_exceeded']);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  await calm.call('contacts.list');
});

test('an address over the rate limit waits, with or without a token', async () => {
  const limited = await other({ CALLS_PER_MINUTE_AND_ADDRESS: '10', TRUST_PROXY: 'true' });
  const from = (address: string) => limited.app.inject({ method: 'GET', url: '/contacts', headers: { 'x-forwarded-for': address, authorization: 'Bearer guess', accept: 'application/json' } });
  for (let index = 0; index < 10; index += 1) expect((await from('192.0.2.1')).statusCode).toBe(401);
  expect((await from('192.0.2.1')).statusCode).toBe(429);
  expect((await from('192.0.2.2')).statusCode).toBe(401);
});

test.each([
  ['/contacts', '2001:db8:0:7::1', '2001:db8:0:7:ffff::2', '2001:db8:0:8::1'], ['/auth/verify_email?ticket=guess', '2001:db8:0:7::1', '2001:db8:0:7:ffff::2', '2001:db8:0:8::1'],
  ['/contacts', '::ffff:192.0.2.1', '192.0.2.1', '::ffff:192.0.2.2'],
])('addresses of one network count as one caller: %s', async (url, one, same, another) => {
  const limited = await other({ CALLS_PER_MINUTE_AND_ADDRESS: '30' });
  const from = (remoteAddress: string) => limited.app.inject({ method: 'GET', url, remoteAddress, headers: { accept: 'application/json' } });
  for (let time = 0; time < 30; time += 1) expect((await from(one)).statusCode).toBe(401);
  expect((await from(same)).statusCode).toBe(429);
  expect((await from(another)).statusCode).toBe(401);
});

test.each([['true', 1], ['2', 2]])('ignores a forged address in the header: TRUST_PROXY=%s', async (setting, count) => {
  const limited = await other({ CALLS_PER_MINUTE_AND_ADDRESS: '1', TRUST_PROXY: setting });
  const proxies = ['192.0.2.1', '198.51.100.7'].slice(0, count).join(', ');
  const from = (made: string) => limited.app.inject({ method: 'GET', url: '/contacts', headers: { 'x-forwarded-for': `${made}, ${proxies}`, accept: 'application/json' } });
  expect((await from('203.0.113.1')).statusCode).toBe(401);
  expect((await from('203.0.113.2')).statusCode).toBe(429);
});

test.each([
  ['GET', '/oauth/authorize', 303], ['POST', '/oauth/token', 400], ['GET', '/v0/interactions/none', 401], ['GET', '/v0/connections/magic_code/none', 401],
  ['GET', '/events?ticket=guess', 401], ['POST', '/billing/webhook', 403],
] as const)('%s %s, which needs no token, is rate-limited by address', async (method, url, status) => {
  const limited = await other({ CALLS_PER_MINUTE_AND_ADDRESS: '3', BILLING: 'true' });
  const ask = () => limited.app.inject({ method, url: url === '/oauth/authorize' ? authorizationRequest().url : url, headers: { accept: 'application/json' } });
  for (let time = 0; time < 3; time += 1) expect((await ask()).statusCode).toBe(status);
  expect((await ask()).statusCode).toBe(429);
  const records = await limited.infrastructure.db.selectFrom('oidc_records').select('id').execute();
  expect(records.length).toBeLessThanOrEqual(3);
});

describe('NUL and lone surrogates', () => {
  const bad = ['a\0b', 'a\ud800b', '\udc00'];

  test.each(bad)('are rejected in every parameter: %j', async (text) => {
    const person = await Client.signIn(server, 'texts@example.org');
    const file = await person.addFile();
    const rect = { x: 1, y: 1, width: 10, height: 10 };
    const calls: [CallId, object][] = [
      ['profile.update', { body: { company: text } }], ['contacts.create', { body: { email: 'x@example.org', firstName: text } }],
      ['transactions.create', { body: { message: { title: text, body: '' } } }], ['transactions.create', { body: { recipients: [{ role: text }] } }],
      ['files.updateMeta', { params: { id: file.id }, body: { attributes: { fields: [{ id: 'f', type: 'text', page: 1, rect, value: text }] } } }],
      ['organizations.create', { body: { name: text } }], ['apps.token', { body: { clientId: text, clientSecret: 'x' } }],
      ['auth.verifyEmail', { query: { ticket: 'a\0' } }], ['transactions.list', { query: { exclusiveFrom: 'a\0' } }],
    ];
    for (const [id, input] of calls) expect(await person.refusalBody(id, input), id).toMatchObject({ code: 'request_validation_error' });
  });

  test('are rejected by the sign-in, in query and form', async () => {
    const requestWith = (name: string) => authorizationRequest({ [name]: 'a\0b' }).url;
    for (const name of ['connection', 'magic_code', 'login_hint', 'state', 'client_id']) {
      expect((await server.app.inject({ method: 'GET', url: requestWith(name) })).statusCode, name).toBe(400);
      const [url, form] = requestWith(name).split('?');
      const posted = await server.app.inject({ method: 'POST', url: url!, headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: form! });
      expect(posted.statusCode, name).toBeLessThan(500);
    }
  });

  test('and a duplicate orgId are rejected', async () => {
    const person = await Client.signIn(server, 'texts@example.org');
    const answer = await server.app.inject({ method: 'GET', url: `/profile?orgId=${newId()}&orgId=${newId()}`, headers: person.headers });
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'request_validation_error']);
  });
});

test('the app\'s own origin may call from another host, and no other origin may', async () => {
  const apart = await other({ APP_URL: 'https://app.example', API_URL: 'https://api.example', ACCOUNT_API_URL: 'https://account.example', PV_IDP_URL: 'https://id.example' });
  const preflight = (origin: string) => apart.app.inject({
    method: 'OPTIONS', url: '/contacts', headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization,content-type' },
  });
  const own = await preflight('https://app.example');
  expect(own.statusCode).toBe(204);
  expect(own.headers).toMatchObject({ 'access-control-allow-origin': 'https://app.example', 'access-control-allow-credentials': 'true' });
  expect((await preflight('https://evil.example')).headers['access-control-allow-origin']).toBeUndefined();
  const policy = String((await apart.app.inject({ method: 'GET', url: '/healthz' })).headers['content-security-policy']);
  for (const host of ['https://api.example', 'https://account.example', 'https://id.example']) expect(policy).toContain(host);
});

test('the app on another host may read live events, which are counted', async () => {
  const apart = await other({ APP_URL: 'https://app.example', API_URL: 'https://api.example' });
  const base = await apart.app.listen({ port: 0, host: '127.0.0.1' });
  const bea = await Client.signIn(apart, 'bea@example.org');
  const { ticket } = await bea.call('auth.getEventTicket');
  const controller = new AbortController();
  const answer = await fetch(`${base}/events?ticket=${ticket}`, { signal: controller.signal, headers: { origin: 'https://app.example' } });
  expect(answer.headers.get('access-control-allow-origin')).toBe('https://app.example');
  expect(await apart.infrastructure.metrics.text()).toContain('countersign_event_streams 1');
  controller.abort();
  await expect.poll(() => apart.infrastructure.metrics.text()).toContain('countersign_event_streams 0');
  // The client here opens a connection in advance, which nobody would close.
  apart.app.server.closeAllConnections();
});

test.each([
  ['https://sign.example.org', 'https://sign.example.org', 'sign.example.org'],
  ['https://app.example.org', 'https://id.example.org', 'example.org'],
  ['https://app.example', 'https://other.test', 'app.example'],
  ['http://localhost:3000', 'http://localhost:3001', 'localhost'],
])('passkeys of %s and %s belong to %s', (app, issuer, domain) => {
  expect(commonDomain(app, issuer)).toBe(domain);
});

test.each([
  ['another origin', { origin: 'https://evil.example' }, 403],
  ['a cross-site page', { origin: 'null', 'sec-fetch-site': 'cross-site' }, 403],
  ['our own page', { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' }, 400],
  ['no browser', {}, 400],
])('checks the origin of a change with a cookie from %s', async (_, headers: Record<string, string>, status) => {
  const answer = await server.app.inject({ method: 'POST', url: '/v0/connections/otp/init', payload: {}, headers: { cookie: '_interaction=x', ...headers } });
  expect(answer.statusCode).toBe(status);
});

test('records administrative actions, and detects a change of the record', async () => {
  const { db, vault } = server.infrastructure;
  const organization = await ada.call('organizations.create', { body: { name: 'Works' } });
  await ada.call('organizations.invite', { params: { id: organization.id }, body: { members: [{ email: 'bea@example.org' }] } });
  const bea = await Client.signIn(server, 'bea@example.org');
  await ada.call('organizations.deleteMember', { params: { id: organization.id }, body: { memberId: bea.userId } });
  const rows = await db.selectFrom('administrative_actions').selectAll().where('subject', '=', organization.id).orderBy('number').execute();
  expect(rows.map(({ action, actor }) => [action, actor])).toEqual(['organization_created', 'member_invited', 'member_removed'].map((action) => [action, ada.userId]));
  expect(JSON.stringify(rows.map(({ details }) => details))).not.toContain('@');
  const acts = createAdministrativeLog(await vault.findOrCreate(administrativeLogKey, async () => Buffer.alloc(0)));
  expect(await acts.verify(db)).toMatchObject({ broken: null });
  await expect(sql`update administrative_actions set actor = 'nobody'`.execute(db)).rejects.toThrow('append-only');
  await sql`alter table administrative_actions disable trigger administrative_actions_append_only`.execute(db);
  const [, second] = rows;
  await sql`update administrative_actions set actor = 'nobody' where number = ${second?.number}`.execute(db);
  expect(await acts.verify(db)).toMatchObject({ broken: second?.number });
});
